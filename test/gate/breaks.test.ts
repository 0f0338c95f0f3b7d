import { expect, test } from 'vitest';
import { readBreaks } from './breaks.ts';

test('each break can still be made: what it replaces stands once in its file, and its tests are there', () => {
  const whyNot = readBreaks().flatMap(({ name, broken }) => {
    try {
      broken();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
  expect(whyNot).toEqual([]);
});
