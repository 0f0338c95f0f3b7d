import { expect, test } from 'vitest';
import { screenWidth } from '../../src/terminal/screen.ts';

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
  expect(screenWidth(stream, env)).toBe(width);
});
