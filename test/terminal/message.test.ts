import { describe, expect, test } from 'vitest';
import { messageOn } from '../../src/terminal/message.ts';
import { anyText } from '../support/any-text.ts';
import { harmIn, nasty } from '../support/nasty.ts';
import { fc } from '../support/properties.ts';

const terminal = (columns: number) => ({ isTTY: true, columns });

describe('a message on a terminal is broken between words', () => {
  test.each([
    ['where it fits, nothing happens', 'Nothing was sent.', 'Nothing was sent.'],
    [
      'it is broken where it must be',
      'Nothing was sent. Mend the rows.',
      'Nothing was sent.\nMend the rows.',
    ],
    [
      'a word that is too long to fit stays whole for who copies it',
      `at https://api.example/${'x'.repeat(25)} again`,
      `at\nhttps://api.example/${'x'.repeat(25)}\nagain`,
    ],
    [
      'a sentence that quotes a command is one',
      'no: resale listings close A. Or not',
      'no: resale listings\nclose A. Or not',
    ],
    ['another script has no such words', 'シルクのスカーフ、九十センチ', 'シルクのスカーフ、九\n十センチ'],
    [
      'lines stay lines, indented',
      'Two rows:\n  line 5: no such listing here',
      'Two rows:\n  line 5: no such\n  listing here',
    ],
    ['what follows a label continues below it', '  Shop  S-1 is near', '  Shop  S-1 is near'],
    ['and is aligned', '  Shop  S-1, which is near', '  Shop  S-1, which\n        is near'],
    ['or stands below it', '  Shop  https://a.example/b', '  Shop\n    https://a.example/b'],
    ['and empty ones, too', 'a\n\nb', 'a\n\nb'],
  ])('%s', (_, message, shown) => {
    expect(messageOn(terminal(20), message)).toBe(shown);
  });
});

test.each([
  ['a terminal', terminal(20), 'Nothing was sent. To\ngo on:\n  resale runs resume 20261121-120501-4f2a'],
  ['a pipe', {}, 'Nothing was sent. To go on:\n  resale runs resume 20261121-120501-4f2a'],
])('the line of a proposal stands alone in %s, and is never broken', (_, stream, shown) => {
  const line = 'resale runs resume 20261121-120501-4f2a';
  expect(messageOn(stream, { say: 'Nothing was sent. To go on:', line })).toBe(shown);
});

test.each([
  ['a pipe', {}],
  ['a terminal that does not know its width', terminal(0)],
])('%s gets it in one line', (_, stream) => {
  expect(messageOn(stream, 'word '.repeat(50))).toBe('word '.repeat(50));
});

test('law: no message does anything to a terminal, or is wider than it, but for what is to be copied', () => {
  const text = fc.oneof(fc.constantFrom(...Object.values(nasty)), anyText());
  fc.assert(
    fc.property(fc.array(text), fc.integer({ min: 1, max: 300 }), (texts, columns) => {
      expect(harmIn(messageOn(terminal(columns), texts.join(' ')), columns)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
