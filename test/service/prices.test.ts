import { describe, expect, test } from 'vitest';
import { labelPrice, onLabel, rangeOnLabel } from '../../src/service/prices.ts';
import { decimalsOf } from '../../src/words/currency.ts';
import { fc } from '../support/properties.ts';

const read = (said: unknown, currency: string | undefined): number | string => {
  const price = labelPrice(said, currency);
  return typeof price === 'number' ? price : price.fault;
};

describe('a price as on the label', () => {
  test.each<[said: unknown, currency: string | undefined, price: number | string]>([
    ['129.00', 'EUR', 12_900],
    ['129,00', 'EUR', 12_900],
    ['129.5', 'EUR', 12_950],
    ['129', 'EUR', 12_900],
    [129.5, 'EUR', 12_950],
    ['129', undefined, 12_900],
    ['0.01', 'EUR', 1],
    ['12900', 'JPY', 12_900],
    ['129.000', 'KWD', 129_000],
    ['129', 'KWD', 129_000],
    ['1,5', 'KWD', 1_500],
    // Forints have two, whatever a table of Node says.
    ['129.50', 'HUF', 12_950],
    [' 129', 'EUR', 'must have no spaces around it'],
    ['129.005', 'EUR', 'must have at most 2 decimals in EUR, not 129.005'],
    ['1.299', 'EUR', 'must have at most 2 decimals in EUR, not 1.299'],
    ['1,299', undefined, 'must have at most 2 decimals, not 1,299'],
    ['129.00', 'JPY', 'must have no decimals in JPY, not 129.00'],
    ['1,299', 'JPY', 'must have no decimals in JPY, not 1,299'],
    ['129.0005', 'KWD', 'must have at most 3 decimals in KWD, not 129.0005'],
    ['1,299', 'KWD', 'may be 1.299 or 1299: write 1.299 or 1299'],
    ['0', 'EUR', 'must be from 0.01 to 99999.99 EUR, not 0'],
    ['100000', 'EUR', 'must be from 0.01 to 99999.99 EUR, not 100000'],
    ['100000', undefined, 'must be from 0.01 to 99999.99, not 100000'],
    ['10000000', 'JPY', 'must be from 1 to 9999999 JPY, not 10000000'],
    ['10000', 'KWD', 'must be from 0.001 to 9999.999 KWD, not 10000'],
    ...['1,299.00', '1.299,00', '1 299', '129.-', '-5', '€129', '129 EUR', '1e2', '12.90.1', '.5', ''].map(
      (said): [string, string, string] => [
        said,
        'EUR',
        `must be an amount such as 129.00, without a currency or separators of thousands, not ${JSON.stringify(said)}`,
      ],
    ),
    [
      '¥129',
      'JPY',
      'must be an amount such as 129, without a currency or separators of thousands, not "¥129"',
    ],
    [
      null,
      'EUR',
      'must be an amount such as 129.00, without a currency or separators of thousands, not null',
    ],
  ])('%j in %s', (said, currency, price) => {
    expect(read(said, currency)).toBe(price);
  });

  test('is read as it is shown, in each currency', () => {
    const currencies = fc.constantFrom(undefined, 'EUR', 'JPY', 'KWD', 'CLF');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), currencies, (units, currency) => {
        const [amount = ''] = onLabel(units, currency).split(' ');
        expect(amount.split('.')[1]?.length ?? 0).toBe(decimalsOf(currency));
        expect(read(amount, currency)).toBe(units);
      }),
    );
  });

  test('is shown with its currency, where there is one', () => {
    expect([onLabel(49, 'EUR'), onLabel(49, 'JPY'), onLabel(49, 'KWD'), onLabel(49, undefined)]).toEqual([
      '0.49 EUR',
      '49 JPY',
      '0.049 KWD',
      '0.49',
    ]);
    expect(rangeOnLabel({ least: 129, most: 12_900 }, 'EUR')).toBe('1.29 to 129.00 EUR');
    expect(rangeOnLabel({ least: 129, most: 129 }, 'EUR')).toBe('1.29 EUR');
  });
});
