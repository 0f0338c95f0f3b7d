import { describe, expect, test } from 'vitest';
import { errorValues, isSpreadsheetError, uncleanName } from '../../src/service/clean-name.ts';
import { fc } from '../support/properties.ts';

describe('a name that a person can type', () => {
  test.each([
    'a',
    '0042',
    '12E3',
    '1E5',
    '12.5',
    '10.0',
    '-5',
    'SKU 1',
    'é👗',
    '👩‍🚀-1',
    '春物\u3000コート',
    'N/A',
    '#1',
    '#SALE!',
    '29824',
  ])('%j', (name) => {
    expect(uncleanName(name)).toBeUndefined();
  });
});

describe('a name that is refused, with what is wrong and where', () => {
  test.each<readonly [string, string]>([
    ['', 'is empty'],
    ['  ', 'is blank'],
    [' OK-3', 'has spaces around it: " OK-3"'],
    ['BAG-1 ', 'has spaces around it: "BAG-1 "'],
    ['A\u3000', 'has spaces around it: "A\u3000"'],
    ['RETURN-1\r', String.raw`contains a control character: "RETURN-1\r"`],
    ['a\n', String.raw`contains a control character: "a\n"`],
    ['x\ty', String.raw`contains a control character: "x\ty"`],
    ['A\u0000', String.raw`contains a control character: "A\u0000"`],
    ['A\u200b', String.raw`contains an invisible character: "A\u200b"`],
    ['\ufeffA', String.raw`contains an invisible character: "\ufeffA"`],
    ['A\u00ad1', String.raw`contains an invisible character: "A\u00ad1"`],
    ['A\u00a01', String.raw`contains a special space: "A\u00a01"`],
    ['A\u20031', String.raw`contains a special space: "A\u20031"`],
    ['A\u202e1', String.raw`contains an invisible character: "A\u202e1"`],
    ['A\u200d1', String.raw`contains an invisible character: "A\u200d1"`],
    ['A\u28001', String.raw`contains an invisible character: "A\u28001"`],
    ['\ud800', String.raw`contains an invisible character: "\ud800"`],
    ['A\u200b\u00a0', String.raw`contains an invisible character: "A\u200b\u00a0"`],
    ...['4.00638E+12', '1,23457E+11', '4E+15', '4.00638133393e+12', '4006381333931.0'].map(
      (name) =>
        [name, `was rewritten as a number (keep its column as text in the spreadsheet): "${name}"`] as const,
    ),
    ...['#N/A', '#REF!', '#NAME?', '#SPILL!', '#NV', '#WERT!', '#¡VALOR!', 'Err:502', '######'].map(
      (name) => [name, `is a spreadsheet error: "${name}"`] as const,
    ),
  ])('%j %s', (name, fault) => {
    expect(uncleanName(name)).toBe(fault);
  });

  test('nothing that a screen hides is shown as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\u200b', '\r', '\u00a0', '\u202e', '"', '👗') }),
        (name) => {
          expect(uncleanName(name) ?? '').not.toMatch(/[\p{Cc}\p{Cf}\u00a0]/u);
        },
      ),
    );
  });
});

test('errors of spreadsheets are found within any value', () => {
  const value = { notes: '#VALUE!', images: [{ url: 'u', notes: '#N/A' }], count: 3, none: null };
  expect(errorValues(value, 'item')).toEqual([
    { path: 'item.notes', message: 'is a spreadsheet error: "#VALUE!"' },
    { path: 'item.images[0].notes', message: 'is a spreadsheet error: "#N/A"' },
  ]);
  expect(errorValues(value, '').map(({ path }) => path)).toEqual(['notes', 'images[0].notes']);
  expect(isSpreadsheetError('#ref!')).toBe(false);
});
