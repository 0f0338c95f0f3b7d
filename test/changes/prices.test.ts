import { describe, expect, test } from 'vitest';
import { priceOf } from '../../src/changes/prices.ts';
import { fc } from '../support/properties.ts';

const faultOf = (...[said, options]: Parameters<typeof priceOf>) => {
  const { price, faults } = priceOf(said, options);
  return price ?? faults.map(({ path, message }) => `${path} ${message}`).join();
};
const minor = 'is in the smallest unit of the currency:';
const way = '--price-unit major reads it as it is on a label, as does a column originalPriceMajor';

type Read = number | string;

describe('a cell of originalPrice', () => {
  const cases: [said: string, inMinor: Read, inMajor: Read][] = [
    ['12900', 12900, 1_290_000],
    ['129.00', `originalPrice ${minor} 12900, not 129.00. ${way}`, 12900],
    ['129,00', `originalPrice ${minor} 12900, not 129,00. ${way}`, 12900],
    ['129.5', `originalPrice ${minor} 12950, not 129.5. ${way}`, 12950],
    ['0', 'originalPrice must be 1 or more, not 0', 'originalPrice must be from 0.01 to 99999.99, not 0'],
    ['0,01', `originalPrice ${minor} 1, not 0,01. ${way}`, 1],
    [
      '10000000',
      'originalPrice must be 9999999 or less, not 10000000',
      'originalPrice must be from 0.01 to 99999.99, not 10000000',
    ],
    ...[
      '1.299',
      '1,299',
      '1,299.00',
      '1.299,00',
      '129.-',
      '-5',
      '129.001',
      '€129',
      ' 129',
      '1e2',
      '12.90.1',
    ].map(
      (said) =>
        [
          said,
          expect.stringMatching(/^originalPrice must /),
          `originalPrice must be an amount such as 129.00 or 129,00, without a currency sign or separators of thousands, not "${said}"`,
        ] as [string, Read, Read],
    ),
  ];
  test.each(cases)('%s, in minor and in major units', (said, inMinor, inMajor) => {
    const options = { isText: true, majorPrices: false };
    expect(faultOf({ originalPrice: said }, options)).toEqual(inMinor);
    expect(faultOf({ originalPrice: said }, { ...options, majorPrices: true })).toEqual(inMajor);
    const major = typeof inMajor === 'string' ? inMajor.replace('Price', 'PriceMajor') : inMajor;
    expect(faultOf({ originalPriceMajor: said }, options)).toEqual(major);
  });
});

describe('a price in JSON', () => {
  test.each([
    [{ originalPrice: 129.5 }, `originalPrice ${minor} 12950, not 129.5. ${way}`],
    [{ originalPriceMajor: 129.5 }, 12950],
    [{ originalPriceMajor: '129,00' }, 12900],
    [
      { originalPriceMajor: null },
      'originalPriceMajor must be an amount such as 129.00 or 129,00, without a currency sign or separators of thousands, not null',
    ],
    [
      { originalPriceMajor: '1.00', originalPrice: 100 },
      'originalPriceMajor and originalPrice are both there',
    ],
  ])('%j → %s', (said, expected) => {
    expect(faultOf(said, { isText: false, majorPrices: false })).toEqual(expected);
  });

  test.each([12900, 'many', null, [1]])(
    'in the smallest unit, %j is left to the rules of the service',
    (originalPrice) => {
      const said = { originalPrice, brand: 'B' };
      expect(priceOf(said, { isText: false, majorPrices: false })).toEqual({ fields: said, faults: [] });
    },
  );
});

test('each price of a label is its cents, with either decimal sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom('.', ','), (cents, sign) => {
      const said = (cents / 100).toFixed(2).replace('.', sign);
      expect(faultOf({ originalPriceMajor: said }, { isText: true, majorPrices: false })).toBe(cents);
    }),
  );
});
