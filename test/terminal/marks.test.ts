import { describe, expect, test } from 'vitest';
import { marked } from '../../src/terminal/marks.ts';
import { shapesOn } from '../../src/terminal/screen.ts';
import { widthOf } from '../../src/terminal/width.ts';

/** Every word that stands out, in each set of shapes. */
const words = {
  state: ['● open|* open', '○ closed|- closed'],
  condition: [
    '★ New with tags|# New with tags',
    '☆ New without tags|+ New without tags',
    '◆ Excellent|= Excellent',
    '◇ Good|~ Good',
    '▲ Minor defect|! Minor defect',
  ],
  outcome: [
    '✓ applied|+ applied',
    '≈ converged|~ converged',
    '= unchanged|= unchanged',
    '- skipped|- skipped',
    '✗ refused|x refused',
    '… unsent|. unsent',
    '? unknown|? unknown',
  ],
  effect: [
    '→ change|> change',
    '○ close|o close',
    '+ create|+ create',
    '◆ grade|# grade',
    '= none|= none',
    '- skip|- skip',
    '! conflict|! conflict',
    '✗ fault|x fault',
  ],
  change: ['+ added|+ added', '- removed|- removed', '~ changed|~ changed'],
  run: [
    '✓ finished|+ finished',
    '… unfinished|. unfinished',
    '? unresolved|? unresolved',
    '✗ damaged|x damaged',
  ],
} as const;

describe.each(Object.entries(words))('%s', (role, all) => {
  test.each(all.map((both) => both.split('|')))('%s, in ASCII %s', (unicode = '', ascii = '') => {
    const said = ascii.slice(2);
    const isOurs = !['state', 'condition'].includes(role);
    const word = isOurs ? said : said.toUpperCase().replaceAll(' ', '_');
    expect(marked(role as keyof typeof words, word, 'unicode')).toBe(unicode);
    expect(marked(role as keyof typeof words, word, 'ascii')).toBe(ascii);
    expect(marked(role as keyof typeof words, word, 'none')).toBe(word);
    expect(widthOf(unicode)).toBe(ascii.length);
  });

  test('no two words of it share a shape', () => {
    for (const at of [0, 1]) {
      const shapes = all.map((both) => both.split('|')[at]?.[0]);
      expect(new Set(shapes).size).toBe(shapes.length);
    }
  });
});

test('an unknown word is aligned with the others, and no word stays empty', () => {
  expect(marked('state', 'PAUSED', 'unicode')).toBe('  paused');
  expect(marked('state', 'constructor', 'ascii')).toBe('  constructor');
  expect(marked('state', '', 'unicode')).toBe('');
});

test.each([
  ['a terminal', { isTTY: true }, { LANG: 'C.UTF-8' }, 1, 'unicode'],
  ['one without colours', { isTTY: true }, { LANG: 'C.UTF-8', NO_COLOR: '1' }, 0, 'unicode'],
  ['one of another character set', { isTTY: true }, { LANG: 'C' }, 1, 'ascii'],
  ['a dumb one', { isTTY: true }, { LANG: 'C.UTF-8', TERM: 'dumb' }, 0, 'ascii'],
  ['a pipe', {}, { LANG: 'C.UTF-8' }, 0, 'none'],
  ['a pipe that colours are forced into', {}, { LANG: 'C.UTF-8', FORCE_COLOR: '1' }, 1, 'unicode'],
] as const)('%s shows the shapes: %s %s', (_, stream, env, level, shapes) => {
  expect(shapesOn(stream, env, level)).toBe(shapes);
});
