import iso from 'currency-codes';
import { expect, test } from 'vitest';
import { amountIn, currencies, decimalsOf } from '../../src/words/currency.ts';

/** Metals and other units of account have no smallest unit. */
const hasUnits = (code: string): boolean => !/^X(?!AF|OF|PF|CD)/.test(code);

test('currencies have the decimals of ISO 4217', () => {
  const codes = iso.codes().filter(hasUnits);
  expect(codes.length).toBeGreaterThan(150);
  const digits = codes.map((code) => [code, iso.code(code)?.digits]);
  expect(codes.map((code) => [code, decimalsOf(code)])).toEqual(digits);
});

test('the currencies that people pay with are known', () => {
  expect(currencies()).toEqual(
    expect.arrayContaining(['AUD', 'CHF', 'EUR', 'GBP', 'JPY', 'KWD', 'USD', 'HUF', 'ZAR']),
  );
});

test.each([
  [49, 'EUR', '49.00'],
  [12.5, 'EUR', '12.50'],
  [12_900, 'JPY', '12900'],
  [12.9, 'KWD', '12.900'],
  [49, undefined, '49.00'],
  // More than the currency has is shown as it came.
  [12.345, 'EUR', '12.345'],
  [12.5, 'JPY', '12.5'],
])('%d %s is %s', (amount, currency, shown) => {
  expect(amountIn(amount, currency)).toBe(shown);
});
