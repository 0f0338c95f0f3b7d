import { expect, test } from 'vitest';
import { priceReadsAs } from '../../src/conversation/listing.ts';

test.each([
  ['12900', '129.00'],
  ['1', '0.01'],
  ['10', '0.10'],
  ['100', '1.00'],
  ['0012900', '129.00'],
  ['9999999', '99999.99'],
  ['', undefined],
  ['129.00', undefined],
  ['-5', undefined],
])('%j reads as %s', (said, read) => {
  expect(priceReadsAs(said)).toBe(read);
});
