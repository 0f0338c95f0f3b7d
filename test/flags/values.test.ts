import { describe, expect, test } from 'vitest';
import { many, named, text, wholeNumber } from '../../src/flags/value-kinds.ts';
import { type Flags, inFlags, readArguments, readFlags, type UsageFault } from '../../src/flags/values.ts';

const flags = {
  option: { ...many(named('NAME=TEXT', 'More of the product')), field: 'manualProductOptions' },
  title: { ...text('TEXT', 'The title'), field: 'manualProductOptions.title' },
  image: { ...many(text('URL', 'A picture')), field: 'images' },
  limit: wholeNumber('N', 'How many', { min: 1 }),
  all: { toggle: true, description: 'All of them' },
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

test('texts become values; what can not be read is a fault and no value', () => {
  const faults: UsageFault[] = [];
  const typed = { option: ['a=1=2', 'b', 'c=3'], title: 'Coat', limit: '0', all: true } as const;
  expect(readFlags(flags, typed, faults)).toEqual({
    option: [
      ['a', '1=2'],
      ['c', '3'],
    ],
    title: 'Coat',
    image: undefined,
    limit: undefined,
    all: true,
  });
  expect(faults).toEqual([
    {
      name: '--option',
      message: "must be of the form NAME=TEXT, not 'b'",
      text: 'b',
      field: 'manualProductOptions',
    },
    { name: '--limit', message: 'must be 1 or more, not 0', text: '0' },
  ]);
});

test('an argument that is missing is a fault, unless it may be left out', () => {
  const faults: UsageFault[] = [];
  const named = {
    id: text('ID', 'Which'),
    more: { ...many(text('MORE', 'Others')), optional: true },
  } as const;
  expect(readArguments(named, [], faults)).toEqual({ id: undefined, more: [] });
  expect(faults).toEqual([{ name: 'ID', message: 'is missing' }]);
  expect(readArguments(named, ['a', 'b', 'c'], [])).toEqual({ id: 'a', more: ['b', 'c'] });
});

test('a mistake in how a text is read is no fault of whoever typed it', () => {
  const broken = { size: { ...text('N', 'Size'), read: () => JSON.parse('{') } };
  expect(() => readFlags(broken, { size: '3' }, [])).toThrow(SyntaxError);
});
