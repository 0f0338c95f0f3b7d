import { type InventorySnapshot, isClosedIn } from '../../changes/inventory-snapshot.ts';
import { formatFittingListing, formatListingName, type Guard } from '../../changes/listing-name.ts';
import type { Item, Operation } from '../../changes/operation.ts';
import { fault, isStep, type Planned } from '../../changes/step.ts';
import type { NamedRows } from '../../names/named-rows.ts';
import { idOfBytes, marks } from '../../names/row-table.ts';
import { constantOf } from '../../service/typed-values.ts';

export interface Pass {
  operation: Operation;
  rows: NamedRows;
  /** How earlier rows leave their listings, by id, for later rows on them. */
  updated: Map<string, Pick<InventorySnapshot, 'inventory' | 'isClosed'>>;
}

export const invalidRow = (faults: readonly string[]): Planned => fault('invalid-row', faults.join('; '));

/** Compares a row with the listing that was found for it. */
export const compareRow = (row: number, item: Item, pass: Pass): Planned => {
  const { operation } = pass;
  const { table } = pass.rows;
  if (pass.rows.fits(row) === 'no id')
    return fault(
      'bad-answer',
      `the list has no UUID for the listing with ${formatListingName(item.names[0])}`,
    );
  if (operation.listing === 'must be there') {
    const unfit = listingFault(row, item, pass);
    if (unfit) return unfit;
  }
  // Rows with one name may mean several listings, which their states and conditions tell apart.
  const sharesName = operation.listing !== 'must be there' && table.isMarked(row, marks.sharesName);
  const sharesListing = table.isMarked(row, marks.sharesListing);
  // Nobody knows which of them is meant: the first one is refused, too, or the others, sent again by themselves, would replace it.
  if ((sharesName || sharesListing) && !operation.mayRepeat) return fault('repeated', item.repeated);
  if (operation.listing === 'may be there') return item.plan(undefined, pass.rows.namesakes?.of(row));
  if (table.matches(row) === 0) return item.plan(undefined);
  const listing = listingOf(row, pass);
  const planned = item.plan(listing);
  if (sharesListing) pass.updated.set(listing.id, stockAfter(planned, listing));
  return planned;
};

const listingFault = (row: number, item: Item, { rows }: Pass): Planned | undefined => {
  const named = formatListingName(item.names[0]);
  const fits = rows.fits(row);
  if (fits === 'none' && item.names[0])
    return fault('not-found', `no listing has ${rows.formatMissing(item.names[0])}`);
  if (fits === 'another') return otherListing(row, item, rows);
  if (fits === 'several')
    return fault('ambiguous-name', `several listings have ${named}: ${candidatesOf(row, rows)}`);
  const current = rows.table.current(row);
  if (Number.isSafeInteger(current) && current >= 0) return undefined;
  if (current > Number.MAX_SAFE_INTEGER)
    return fault('too-large', `the inventory of ${named} is too large to be changed`);
  return fault(
    'bad-answer',
    Number.isNaN(current)
      ? `the list does not say how many of ${named} are for sale`
      : `the list says that ${current} of ${named} are for sale, which is not an inventory`,
  );
};

const candidatesOf = (row: number, rows: NamedRows): string =>
  rows.candidates(row).map(formatFittingListing).join('; ');

/** The fault of a row whose listing has its name but not everything else that the row says. */
const otherListing = (row: number, { names, guard = {} }: Item, rows: NamedRows): Planned => {
  const named = formatListingName(names[0]);
  const candidates = rows.candidates(row);
  if (candidates.length > 1)
    return fault(
      'other-listing',
      `of several listings with ${named}, none is as the row says: ${candidatesOf(row, rows)}`,
    );
  const facts = rows.facts(row);
  const wrong = (['state', 'condition'] as const).filter(
    (name) => guard[name] !== undefined && constantOf(guard[name]) !== constantOf(facts[name] ?? ''),
  );
  const words = (guard: Guard) => wrong.map((name) => guard[name] ?? `without ${name}`).join(' and ');
  if (wrong.length > 0)
    return fault('other-listing', `the listing with ${named} is ${words(facts)}, not ${words(guard)}`);
  const all = names.map(({ by }) => by);
  return fault('names-disagree', `${all.slice(0, -1).join(', ')} and ${all.at(-1)} do not name one listing`);
};

/** The listing as the list has it or as earlier rows leave it. However rows spell its id, here it has one form. */
const listingOf = (row: number, { rows, updated }: Pass): InventorySnapshot => {
  const { table } = rows;
  const id = idOfBytes(table.id(row));
  const { state } = rows.facts(row);
  const isClosed = isClosedIn(state);
  const inList = { inventory: table.current(row), isClosed };
  return { id, ...(updated.get(id) ?? inList) };
};

const stockAfter = (
  planned: Planned,
  { inventory, isClosed }: InventorySnapshot,
): Pick<InventorySnapshot, 'inventory' | 'isClosed'> => {
  if (isStep(planned)) return { inventory: planned.after ?? inventory, isClosed: isClosed || planned.closes };
  return { inventory: planned.effect === 'conflict' ? planned.error.wanted : inventory, isClosed };
};
