import { type InventorySnapshot, isClosedIn } from '../changes/inventory-snapshot.ts';
import {
  formatFittingListing,
  formatListingName,
  type ListingName,
  typedNameIn,
} from '../changes/listing-name.ts';
import { Failure } from '../failure/failure.ts';
import { badAnswer, notFound } from '../failure/kinds.ts';
import type { Client } from '../http/client.ts';
import { cleanName, many } from '../line/flags/value-kinds.ts';
import type { Flags, Value } from '../line/flags/values.ts';
import type { Invocation } from '../line/invocation.ts';
import { uncleanName } from '../service/clean-name.ts';
import { isIdentifier } from '../service/identifier.ts';
import { type Advice, proposal } from '../words/advice.ts';
import type { MakeLine } from '../words/resale-line.ts';
import type { Near } from './near-names.ts';

/** The listing that a command is about: by any of its names, or by one of the flags below. */
export const listingId = {
  ...cleanName('ID', 'Any identifier you have: your own, the SKU, the id or its first 6 characters'),
  complete: 'listing',
  orFlags: ['externalId', 'sku'],
} as const satisfies Value<string>;

export const otherNames = {
  externalId: {
    ...cleanName('ID', 'The listing with this external identifier, in place of ID; reads the whole list'),
    complete: 'external-id',
  },
  sku: {
    ...cleanName('SKU', 'The listing of this SKU, in place of ID; reads the whole list'),
    complete: 'sku',
  },
} as const satisfies Flags;

export const listingIds = {
  ...many(listingId),
  description: 'Any identifier you have: your own, the SKU, the id or its first 6 characters',
} as const;
export const manyOtherNames = { externalId: many(otherNames.externalId), sku: many(otherNames.sku) } as const;

export interface OtherNames {
  externalId?: string | readonly string[] | undefined;
  sku?: string | readonly string[] | undefined;
}

/** `nameIn` says which name a text is: a person may type the beginning of an id, a program may not. */
export const allNames = (
  ids: readonly string[],
  { externalId = [], sku = [] }: OtherNames,
  nameIn = typedNameIn,
): readonly ListingName[] => {
  const names: ListingName[] = [
    ...ids.map(nameIn),
    ...[externalId].flat().map((value) => ({ by: 'externalIdentifier', value }) as const),
    ...[sku].flat().map((value) => ({ by: 'sku', value }) as const),
  ];
  return [...new Map(names.map((name) => [formatListingName(name), name])).values()];
};

/** The hint for names that no listing has: for a single name, a search for listings that contain it. */
export const toFind =
  (missing: readonly ListingName[], near: readonly Near[], rule: string) =>
  (here: MakeLine): Advice => {
    const [only, ...others] = missing;
    const [alike] = near;
    if (alike && others.length === 0)
      return proposal(
        `${rule} To see the one like it:`,
        here('listings get', [uncleanName(alike.value) === undefined ? alike.value : alike.id]),
      );
    const id = only?.value.split(/[/?#]/).findLast(isIdentifier);
    if (id !== undefined && others.length === 0)
      return proposal(
        'An address is no name. To see the listing whose id it has:',
        here('listings get', [id]),
      );
    // Nor is it a part of one.
    const isSought =
      only !== undefined &&
      others.length === 0 &&
      !/:\/\/|^[\da-f]{4,}$/i.test(only.value) &&
      uncleanName(only.value) === undefined;
    return isSought
      ? proposal(`${rule} To search for a part of one:`, here('listings list', [], { match: only.value }))
      : proposal(`${rule} To see all:`, here('listings list', [], { all: true }));
  };

type ResolvedListing = Pick<InventorySnapshot, 'id'> & Partial<InventorySnapshot>;

/**
 * The listings that a change is for. One named by its id is not looked for; the others are, by one pass over the list, and each
 * name must mean one listing: of several, the only open one, with a notice.
 */
export const resolveListings = async (
  client: Client,
  ids: readonly string[],
  others: OtherNames,
  { warn, nameListing }: Pick<Invocation, 'warn' | 'nameListing'>,
): Promise<readonly ResolvedListing[]> => {
  const names = allNames(ids, others);
  const sought = names.filter(({ by }) => by !== 'id');
  if (sought.length === 0) return names.map(({ value }) => ({ id: value }));
  const { findByNames } = await import('./find-listings.ts');
  const found = await findByNames(client, sought);
  const rowOf = (name: ListingName) => sought.indexOf(name) + 1;
  const missing = sought.filter((name) => found.fits(rowOf(name)) === 'none');
  if (missing.length > 0)
    throw notFound(
      `No listing has ${missing.map(found.formatMissing).join(' or ')}`,
      toFind(
        missing,
        missing.flatMap(found.near),
        'Nothing was changed. A name has to be whole; of an id, six characters will do.',
      ),
    );
  for (const name of sought) {
    const called = formatListingName(name);
    const fits = found.fits(rowOf(name));
    if (fits === 'several')
      throw new Failure(`several listings have ${called}`, {
        code: 'ambiguous-name',
        exit: 'usage',
        details: found.candidates(rowOf(name)).map(formatFittingListing),
        hint: 'Nothing was changed. Use the id of the one that you mean.',
      });
    if (fits === 'no id')
      throw badAnswer(
        `the list has no UUID for the listing with ${called}`,
        "Report it to the service's provider.",
      );
    if (fits === 'only open')
      warn(
        `Several listings have ${called}. The only open one is meant: ${formatFittingListing(found.candidate(rowOf(name)))}.`,
      );
  }
  return names.map((name) => {
    if (name.by === 'id') return { id: name.value };
    const { id, inventory, state } = found.candidate(rowOf(name));
    nameListing(id, name.mayBegin ? found.called?.get(id) : name.value);
    return { id, inventory, isClosed: isClosedIn(state) };
  });
};

export const resolveListing = async (
  client: Client,
  id: string | undefined,
  names: OtherNames,
  logger: Pick<Invocation, 'warn' | 'nameListing'>,
): Promise<ResolvedListing> => {
  const [only = { id: '' }] = await resolveListings(client, id === undefined ? [] : [id], names, logger);
  return only;
};
