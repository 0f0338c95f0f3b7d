import { expect, test } from 'vitest';
import { CreateListing } from '../../src/changes/create-listing.ts';
import { creationColumns } from '../../src/changes/creation-rules.ts';
import { listingsCreate } from '../../src/changes/listings-create.ts';
import { creationFlags } from '../../src/commands/listings/creation-flags.ts';
import { creationRows, type Holds } from '../../src/service/creation-fields.ts';
import type { ListingCreation } from '../../src/service/listing-schemas.ts';

/** A cell for each kind of field, and what is sent for it. */
const cells: Readonly<Record<Holds, readonly [cell: string, sent: unknown]>> = {
  text: ['some text', 'some text'],
  'free text': [' ', ' '],
  texts: ['Coats|Wool', ['Coats', 'Wool']],
  condition: ['good', 'GOOD'],
  source: ['manual', 'MANUAL_PRODUCT_OPTIONS'],
  options: ['M', 'M'],
  label: ['129,00', 12900],
  price: ['12900', 12900],
  metadata: ['A4', 'A4'],
  domain: ['store.example', 'store.example'],
  images: ['https://a.example/1.jpg', [{ url: 'https://a.example/1.jpg' }]],
};

/** `manualProductOptions.NAME` → `manualProductOptions`, `own` */
const placeOf = (field: string) => field.replace('NAME', 'own').split('.');

/** The column of a row of the table. */
const columnOf = ({ name, field, holds }: (typeof creationRows)[number]) =>
  holds === 'label' ? name : field;

const planned = (said: readonly (typeof creationRows)[number][]): CreateListing => {
  const columns = said.map((row) => columnOf(row).replace('NAME', 'own'));
  const fields: Record<string, unknown> = {};
  for (const row of said) {
    const [whole = '', part] = placeOf(columnOf(row));
    const [cell] = cells[row.holds];
    fields[whole] = part === undefined ? cell : { ...(fields[whole] ?? {}), [part]: cell };
  }
  const read = listingsCreate.rows({ columns, currency: 'EUR' }).read(fields, 1);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const step = read.item.plan(undefined);
  if (!(step instanceof CreateListing)) throw new Error('nothing is to be created');
  return step;
};

/** What a manual listing can have: all but the identifier of a product, and a price in one unit only. */
const said = creationRows.filter(({ name }) => name !== 'productId' && name !== 'originalPrice');
const step = planned(said);

test.each(creationRows)('$name has a flag and a column', (row) => {
  expect(Object.keys(creationFlags)).toContain(row.name);
  expect(creationColumns.map(({ name }) => name)).toContain(columnOf(row));
});

test.each(said)('$name of a row is sent', ({ field, holds }) => {
  const [, sent] = cells[holds];
  const [whole = '', part] = placeOf(field);
  const value = (step.payload as ListingCreation & Readonly<Record<string, unknown>>)[whole];
  expect(part === undefined ? value : (value as Record<string, unknown>)[part]).toEqual(sent);
});
