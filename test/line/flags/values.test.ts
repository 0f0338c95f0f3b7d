import { describe, expect, test } from 'vitest';
import { many, named, text } from '../../../src/line/flags/value-kinds.ts';
import { type Flags, inFlags, readFlags } from '../../../src/line/flags/values.ts';

const flags = {
  option: { ...many(named('NAME=TEXT', 'More of the product')), field: 'manualProductOptions' },
  title: { ...text('TEXT', 'The title'), field: 'manualProductOptions.title' },
  image: { ...many(text('URL', 'A picture')), field: 'images' },
} as const satisfies Flags;

describe('a fault of a field is told of the flag that fills it most closely', () => {
  test.each([
    ['manualProductOptions.title', '--title', 'is wrong'],
    ['manualProductOptions.size', '--option', 'is wrong'],
    ['images[0].url', '--image', 'is wrong'],
    ['images[2].url', '--image', 'is wrong (number 3)'],
    ['imagesOfAnother', 'imagesOfAnother', 'is wrong'],
  ])('%s → %s %s', (path, name, message) => {
    expect(inFlags([{ path, message: 'is wrong' }], flags)).toEqual([{ name, message, field: path }]);
  });
});

test('a mistake in how a text is read is no fault of whoever typed it', () => {
  const broken = { size: { ...text('N', 'Size'), read: () => JSON.parse('{') } };
  expect(() => readFlags(broken, { size: '3' }, [])).toThrow(SyntaxError);
});
