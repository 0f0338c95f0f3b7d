import { describe, expect, test } from 'vitest';
import { lookOf } from '../../src/words/look-alikes.ts';

describe('what looks like RETURN-000005', () => {
  test.each([
    ['in another case', 'return-000005'],
    ['with fewer zeros', 'RETURN-0005'],
    ['with letters for digits', 'RETURN-0OO005'],
    ['a letter for the first zero', 'RETURN-O00005'],
    ['a dash that is no hyphen', 'RETURN–000005'],
    ['a hyphen that breaks no line', 'RETURN‑000005'],
    ['another separator', 'RETURN_000005'],
    ['a space', 'RETURN 000005'],
    ['without a separator', 'RETURN000005'],
    ['spaces around it', ' RETURN-000005\u00a0'],
    ['an invisible character', 'RETURN-\u200b000005'],
    ['wide characters', 'ＲＥＴＵＲＮ－０００００５'],
    ['a Cyrillic letter', 'R\u0415TURN-000005'],
  ])('%s: %j', (_, name) => {
    expect(lookOf(name)).toBe(lookOf('RETURN-000005'));
  });

  test.each(['RETURN-000006', 'RETURN-0000055', 'RETURN-50', 'RETURN', ''])('not %j', (name) => {
    expect(lookOf(name)).not.toBe(lookOf('RETURN-000005'));
  });
});

test.each([
  ['L-1', 'I-I'],
  ['caf\u00e9', 'cafe\u0301'],
  ['Straße', 'STRASSE'],
])('%s looks like %s', (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test('digits on both sides of a separator stay apart', () => {
  expect(lookOf('COAT-1-23')).not.toBe(lookOf('COAT-12-3'));
});
