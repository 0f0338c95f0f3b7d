import { expect, test } from 'vitest';
import { screenWidth } from '../../src/terminal/screen.ts';

const own = { isThere: () => true, open: () => expect.unreachable(), columns: () => 150 };

test.each([
  ['a terminal knows its width', { columns: 132 }, { COLUMNS: '40' }, 132],
  ['one that knows none has that of COLUMNS', { columns: 0 }, { COLUMNS: '40' }, 40],
  ['or else 80 columns', { columns: 0 }, {}, 80],
  ['a pipe has that of COLUMNS', {}, { COLUMNS: '200' }, 200],
  ['or else 80 columns', {}, {}, 80],
  ['no columns are none', {}, { COLUMNS: '0' }, 80],
  ['nor fewer', {}, { COLUMNS: '-5' }, 80],
  ['nor something else', {}, { COLUMNS: 'wide' }, 80],
  ['nor a number that no screen has', {}, { COLUMNS: '1e9' }, 80],
])('%s', (_, stream, env, width) => {
  expect(screenWidth(stream, { env })).toBe(width);
});

test('a pipe is as wide as the terminal that stderr is, and else as COLUMNS or the own terminal of the process', () => {
  const env = { COLUMNS: '40' };
  const stderr = { columns: 120 };
  expect(screenWidth({ columns: 132 }, { stderr, env, terminal: own })).toBe(132);
  expect(screenWidth({}, { stderr, env, terminal: own })).toBe(120);
  expect(screenWidth({}, { stderr: {}, env, terminal: own })).toBe(40);
  expect(screenWidth({}, { stderr: {}, env: {}, terminal: own })).toBe(150);
  expect(screenWidth({}, { env: {}, terminal: { ...own, columns: () => undefined } })).toBe(80);
});
