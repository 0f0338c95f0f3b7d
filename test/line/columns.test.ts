import { describe, expect, test } from 'vitest';
import { operations } from '../../src/changes/operations.ts';
import { screenColumns } from '../../src/commands/feed/product-columns.ts';
import { productChangeColumns } from '../../src/commands/feed/shown-changes.ts';
import { listingColumns } from '../../src/commands/listings/listing-columns.ts';
import { profileColumns } from '../../src/commands/profiles/shown-profile.ts';
import { unknownColumns } from '../../src/commands/runs/doubtful-rows.ts';
import { planColumnsFor, reportColumnsFor } from '../../src/runs/report/row-columns.ts';
import { runColumns } from '../../src/runs/report/run-columns.ts';
import type { Column, Shown } from '../../src/terminal/columns.ts';
import { layOut, type Place } from '../../src/terminal/table.ts';
import { fc } from '../support/properties.ts';

const rows = { hasNames: true, inClosedListings: 1 };
const tables: Readonly<Record<string, readonly Column[]>> = {
  listings: listingColumns,
  products: screenColumns,
  'changes of products': productChangeColumns('table'),
  profiles: profileColumns,
  runs: runColumns,
  'unknown rows': unknownColumns,
  ...Object.fromEntries(
    Object.entries(operations).flatMap(([name, operation]) => [
      [`the plan of ${name}`, planColumnsFor(operation, rows, 'table')],
      [`the report of ${name}`, reportColumnsFor(operation, rows, 'table')],
    ]),
  ),
};

/** Where records of texts stand on a screen; undefined where they are cards. */
const placed = (columns: readonly Column[], records: readonly Shown[], width: number) =>
  layOut(columns, width, {
    longest: ({ field }) => Math.max(...records.map((record) => String(record[field] ?? '').length)),
    areThere: (fields) => records.every((record) => fields.some((field) => record[field] !== undefined)),
  });

const text = fc.string({ unit: fc.constantFrom(...'aB3-'), maxLength: 50 });
const number = fc.nat({ max: 99_999 });

describe('columns give way to the screen', () => {
  test.each(Object.entries(tables))('%s', (_, all) => {
    const columns = all.filter(({ below }) => !below);
    const value = ({ field, align }: Column) => (field === 'id' ? fc.uuid() : align ? number : text);
    const records = fc.array(
      fc.record(Object.fromEntries(columns.map((column) => [column.field, value(column)])), {
        requiredKeys: [],
      }),
      { minLength: 1, maxLength: 5 },
    );
    const fields = (places: readonly Place[]) => places.map(({ column }) => column.field);
    fc.assert(
      fc.property(records, fc.integer({ min: 60, max: 250 }), (some, width) => {
        const places = placed(columns, some, width);
        if (!places) return;
        const taken = places.reduce((sum, place) => sum + place.width, 2 * (places.length - 1));
        expect(taken).toBeLessThanOrEqual(width);
        // Whatever there is no room for, it is neither an inventory nor what became of a row.
        const needed = columns.filter(
          ({ field, role }) =>
            ['before', 'after', 'availableInventory', 'rows', 'unknown'].includes(field) ||
            role === 'outcome' ||
            role === 'run',
        );
        expect(fields(places)).toEqual(expect.arrayContaining(needed.map(({ field }) => field)));
        // A wider screen never shows less.
        expect(fields(placed(columns, some, width + 1) ?? [])).toEqual(
          expect.arrayContaining(fields(places)),
        );
      }),
    );
  });
});

test('law: each listing has a name: its external identifier, its SKU, or its id in full', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abXY01-'), minLength: 1, maxLength: 40 });
  const listing = fc.record(
    {
      id: fc.uuid(),
      externalIdentifier: name,
      sku: name,
      condition: fc.constantFrom('GOOD', 'MINOR_DEFECT', 'NEW_WITHOUT_TAGS'),
      state: fc.constantFrom('OPEN', 'CLOSED'),
      availableInventory: number,
    },
    { requiredKeys: ['id', 'condition', 'state', 'availableInventory'] },
  );
  fc.assert(
    fc.property(
      fc.array(listing, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 60, max: 200 }),
      (listings, width) => {
        const places = placed(listingColumns, listings, width);
        if (!places) return;
        const place = (field: string) => places.find(({ column }) => column.field === field);
        // One that has neither an external identifier nor a SKU is known by its id.
        const isNamed = listings.every((one) => one.externalIdentifier ?? one.sku);
        if (!isNamed) expect(place('id')?.width).toBe(36);
        else expect(place('sku')?.width).toBeGreaterThanOrEqual(3);
        // It is never left out, and in full as long as the condition, or a SKU that is nobody's only name, has room to give.
        const longest = Math.max(...listings.map(({ externalIdentifier = '' }) => externalIdentifier.length));
        const areSkusNames = listings.some(({ externalIdentifier }) => externalIdentifier === undefined);
        const hasRoom = place('condition') !== undefined || (place('sku') !== undefined && !areSkusNames);
        expect(place('externalIdentifier')?.width).toBeGreaterThanOrEqual(
          hasRoom ? longest : Math.min(longest, 20),
        );
      },
    ),
  );
});
