import { describe, expect, test } from 'vitest';
import { conditions } from '../../src/service/constants.ts';
import { marked, ownWords, type Role } from '../../src/terminal/marks.ts';
import { hasShapes } from '../../src/terminal/screen.ts';
import { widthOf } from '../../src/terminal/width.ts';

const roles: readonly Role[] = ['outcome', 'effect', 'change', 'run'];
const words: readonly (readonly [Role, readonly string[]])[] = [
  ['state', ['OPEN', 'CLOSED']],
  ['condition', conditions],
  ...roles.map((role) => [role, ownWords(role) ?? []] as const),
];

describe.each(words)('%s', (role, all) => {
  test('each word has a shape of one column', () => {
    expect(all.length).toBeGreaterThan(1);
    for (const word of all) expect(marked(role, word)).toMatch(/^[^ ] \S/u);
    const signs = all.map((word) => marked(role, word).slice(0, 1));
    expect(signs.map((sign) => widthOf(sign))).toEqual(all.map(() => 1));
    // A run that failed and one that is damaged are both for somebody to look at; a row that closed its listing was applied.
    if (role !== 'run') expect(new Set(signs).size).toBe(new Set(all).size - (role === 'outcome' ? 1 : 0));
  });
});

test.each([
  ['state', 'OPEN', '● open'],
  ['condition', 'MINOR_DEFECT', '▲ Minor defect'],
  ['outcome', 'refused', '✗ refused'],
  // An unknown word is aligned with the others, and no word stays empty.
  ['state', 'PAUSED', '  paused'],
  ['state', 'constructor', '  constructor'],
  ['state', '', ''],
] as const)('%s %s is %s', (role, word, shown) => {
  expect(marked(role, word)).toBe(shown);
});

test.each([
  ['a terminal', { isTTY: true }, 1, true],
  ['one without colours', { isTTY: true }, 0, true],
  ['a pipe', {}, 0, false],
  ['a pipe that colours are forced into', {}, 1, true],
] as const)('%s shows shapes: %s %s %s', (_, stream, level, expected) => {
  expect(hasShapes(stream, level)).toBe(expected);
});
