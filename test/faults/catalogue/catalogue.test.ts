import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { page } from './page.ts';

const all = Object.values(catalogue).flat();

const sourceOf = (file: string): string => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const found = [`${path}.test.ts`, `${path}.ts`].find((candidate) => existsSync(candidate));
  return found === undefined ? '' : readFileSync(found, 'utf8');
};

/** As it stands between any quotation marks in a source. */
const isIn = (source: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted));

/** How many there are of each letter; the sandbox has no seventh. */
const counts = { A: 29, B: 30, C: 26, D: 20, E: 16, F: 27, G: 23, H: 14, I: 14, J: 12, K: 12 };

describe('the catalogue of faults', () => {
  test('leaves no number out', () => {
    const numbers = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(all.map(({ number }) => number)).toEqual(numbers.filter((number) => number !== 'K7'));
  });

  test('names tests that are there', () => {
    const astray = all.flatMap(({ number, tests }) =>
      tests
        .filter(([file, title]) => !isIn(sourceOf(file), title))
        .map((named) => `${number}: ${named.join(': ')}`),
    );
    expect(astray).toEqual([]);
  });

  test('names a test for whatever is met, and meets whatever is vital', () => {
    expect(all.filter(({ how, tests }) => how === 'met' && tests.length === 0)).toEqual([]);
    expect(all.filter(({ how, isVital }) => isVital && how !== 'met')).toEqual([]);
  });

  test('is the page beside it (UPDATE_FAULTS=1 writes it anew)', () => {
    const path = fileURLToPath(new URL('../../../FAULTS.md', import.meta.url));
    if (process.env.UPDATE_FAULTS) writeFileSync(path, page());
    expect(readFileSync(path, 'utf8')).toBe(page());
  });
});
