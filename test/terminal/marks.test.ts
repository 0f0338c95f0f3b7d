import { describe, expect, test } from 'vitest';
import { conditions } from '../../src/service/constants.ts';
import { marked, ownWords, type Role } from '../../src/terminal/marks.ts';
import { shapesOn } from '../../src/terminal/screen.ts';
import { widthOf } from '../../src/terminal/width.ts';

const roles: readonly Role[] = ['outcome', 'effect', 'change', 'run'];
const words: readonly (readonly [Role, readonly string[]])[] = [
  ['state', ['OPEN', 'CLOSED']],
  ['condition', conditions],
  ...roles.map((role) => [role, ownWords(role) ?? []] as const),
];

describe.each(words)('%s', (role, all) => {
  test.each(['unicode', 'ascii'] as const)('each word has a shape of one column: %s', (shapes) => {
    expect(all.length).toBeGreaterThan(1);
    for (const word of all) expect(marked(role, word, shapes)).toMatch(/^[^ ] \S/u);
    const signs = all.map((word) => marked(role, word, shapes).slice(0, 1));
    expect(signs.map((sign) => widthOf(sign))).toEqual(all.map(() => 1));
    if (shapes === 'ascii') expect(signs.join('')).toMatch(/^[!-~]+$/);
    // A run that failed and one that is damaged are both for somebody to look at.
    if (role !== 'run') expect(new Set(signs).size).toBe(all.length);
  });
});

test.each([
  ['state', 'OPEN', '● open', '* open'],
  ['condition', 'MINOR_DEFECT', '▲ Minor defect', '! Minor defect'],
  ['outcome', 'refused', '✗ refused', 'x refused'],
  // An unknown word is aligned with the others, and no word stays empty.
  ['state', 'PAUSED', '  paused', '  paused'],
  ['state', 'constructor', '  constructor', '  constructor'],
  ['state', '', '', ''],
] as const)('%s %s is %s, in ASCII %s', (role, word, unicode, ascii) => {
  expect(marked(role, word, 'unicode')).toBe(unicode);
  expect(marked(role, word, 'ascii')).toBe(ascii);
  expect(marked(role, word, 'none')).toBe(word);
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
