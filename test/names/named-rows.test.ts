import { expect, test } from 'vitest';
import { NamedRows } from '../../src/names/named-rows.ts';
import { idOfBytes } from '../../src/names/row-table.ts';

const listing = (sku: string, number: number, state: string) => ({
  id: idOfBytes(Buffer.from(number.toString(16).padStart(32, '0'), 'hex')),
  externalIdentifier: undefined,
  condition: undefined,
  inventory: 1,
  ...{ sku, state },
});

test('candidates that are not needed any more make room for those of other rows', () => {
  const rows = new NamedRows();
  // With 19 candidates each, these rows have as many as are kept in all.
  for (let row = 1; row <= 600; row++)
    rows.add({ names: [{ by: 'sku', value: 'A' }], guard: { state: 'OPEN' } });
  rows.add({ names: [{ by: 'sku', value: 'B' }] });
  for (let number = 1; number <= 20; number++) rows.record(listing('A', number, 'CLOSED'));
  expect(rows.candidates(1)).toHaveLength(17);
  rows.record(listing('A', 21, 'OPEN'));
  for (const number of [31, 32]) rows.record(listing('B', number, 'OPEN'));
  expect([rows.fits(1), rows.fits(601)]).toEqual(['one', 'several']);
  expect(rows.candidates(601).map(({ id }) => id.slice(-2))).toEqual(['1f', '20']);
});
