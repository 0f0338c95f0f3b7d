import { describe, expect, test } from 'vitest';
import { priceOf } from '../../src/changes/row-prices.ts';

const read = (...[row, options]: Parameters<typeof priceOf>) => {
  const { price, faults } = priceOf(row, options);
  return price ?? faults.map(({ path, message }) => `${path} ${message}`).join();
};

describe('the price of a row', () => {
  test.each<[row: Parameters<typeof priceOf>[0], currency: string | undefined, price: number | string]>([
    [{ price: '129,00' }, 'EUR', 12_900],
    [{ price: '129' }, 'JPY', 129],
    [{ price: '129' }, 'KWD', 129_000],
    [{ price: '129.5' }, 'JPY', 'price must have no decimals in JPY, not 129.5'],
    [{ originalPrice: '12900' }, 'EUR', 12_900],
    [
      { originalPrice: '129.00' },
      'EUR',
      'originalPrice must be a whole number, without a decimal part, not "129.00"',
    ],
    [
      { originalPrice: '129,000' },
      undefined,
      'originalPrice must be written without separators between the digits, not "129,000"',
    ],
    [{ originalPrice: '0' }, 'EUR', 'originalPrice must be 1 or more, not 0'],
    [{ price: '129', originalPrice: '12900' }, 'EUR', 'price and originalPrice are both there'],
  ])('of a file, %j in %s', (row, currency, price) => {
    expect(read(row, { isText: true, currency })).toBe(price);
  });

  test.each<[row: Parameters<typeof priceOf>[0], price: number | string]>([
    [{ price: 129.5 }, 12_950],
    [{ price: '129,50' }, 12_950],
    [
      { price: null },
      'price must be an amount such as 129.00, without a currency or separators of thousands, not null',
    ],
  ])('in JSON, %j', (row, price) => {
    expect(read(row, { isText: false, currency: 'EUR' })).toBe(price);
  });

  test.each([12_900, 129.5, 'many', null, [1]])(
    'in the smallest unit of JSON, %j is left to the rules of the service',
    (originalPrice) => {
      const fields = { originalPrice, brand: 'B' };
      expect(priceOf(fields, { isText: false, currency: 'EUR' })).toEqual({ fields, faults: [] });
    },
  );
});
