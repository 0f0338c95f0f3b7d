import type { Client } from '../../client/client.ts';
import { readListings } from '../../client/listings.ts';
import { identifier } from '../../flags/service-kinds.ts';
import { many, text } from '../../flags/value-kinds.ts';
import type { Flags, Value } from '../../flags/values.ts';
import { isIdentifier } from '../../service/identifier.ts';
import type { Listing } from '../../service/listing.ts';
import { ambiguousName, notAsDocumented, notFound } from '../errors.ts';

/** The listing that a command is about: by its identifier, or by one of the flags below. */
export const listingId = {
  ...identifier('ID', 'Identifier of the listing'),
  complete: 'listing',
  orFlags: ['externalId', 'sku'],
} as const satisfies Value<string>;

/** The flags that name a listing in place of its identifier. */
export const otherNames = {
  externalId: {
    ...text('ID', 'The listing with this external identifier, in place of ID; reads the whole list'),
    complete: 'external-id',
  },
  sku: { ...text('SKU', 'The listing of this SKU, in place of ID; reads the whole list'), complete: 'sku' },
} as const satisfies Flags;

/** The same for several listings. */
export const listingIds = { ...many(listingId), description: 'Identifier of a listing' } as const;
export const manyOtherNames = { externalId: many(otherNames.externalId), sku: many(otherNames.sku) } as const;

/** What was typed for these flags: each of them once, or several times. */
export interface OtherNames {
  externalId?: string | readonly string[] | undefined;
  sku?: string | readonly string[] | undefined;
}

/** How messages call these names. */
const words = { externalId: 'the external identifier', sku: 'the SKU' } as const;

/** How messages call what was typed for these flags: `the SKU S-1`. */
export const namesTyped = ({ externalId = [], sku = [] }: OtherNames): string[] => [
  ...[externalId].flat().map((name) => `${words.externalId} ${name}`),
  ...[sku].flat().map((name) => `${words.sku} ${name}`),
];

/** A listing that was found, and how messages call those of its names that were looked for. */
interface Found {
  listing: Listing;
  names: string[];
}

/**
 * Makes one pass over the list, and yields each listing with one of the names as it arrives. At the end, names that no listing
 * has are in `missing`. What is odd about other listings does not matter.
 */
export async function* findByName(
  client: Client,
  { externalId = [], sku = [] }: OtherNames,
  missing: string[],
): AsyncGenerator<Found> {
  const wanted = {
    externalId: new Map([externalId].flat().map((name) => [name, `${words.externalId} ${name}`])),
    sku: new Map([sku].flat().map((name) => [name, `${words.sku} ${name}`])),
  };
  const namesOf = (listing: unknown): string[] => {
    const said = (listing ?? {}) as { externalIdentifier: string; sku: string };
    const names = [wanted.externalId.get(said.externalIdentifier), wanted.sku.get(said.sku)];
    return names.filter((name) => name !== undefined);
  };
  const found = new Set<string>();
  const seen = new Set<string>();
  const mayBeOdd = (listing: unknown) => namesOf(listing).length === 0;
  for await (const page of readListings(client, { mayRepeat: true, mayBeOdd }))
    for (const listing of page) {
      const names = namesOf(listing);
      for (const name of names) found.add(name);
      if (names.length === 0 || seen.has(listing.id)) continue;
      seen.add(listing.id);
      yield { listing, names };
    }
  const all = new Set(namesTyped({ externalId, sku }));
  missing.push(...[...all].filter((name) => !found.has(name)));
}

/** The identifiers of the listings that a change is for, typed or looked for. Each name must be that of exactly one listing. */
export const identifiersOf = async (
  client: Client,
  ids: readonly string[],
  names: OtherNames,
): Promise<readonly string[]> => {
  if (ids.length > 0) return ids;
  const missing: string[] = [];
  const byName = new Map<string, string[]>();
  for await (const { listing, names: found } of findByName(client, names, missing))
    for (const name of found) byName.set(name, [...(byName.get(name) ?? []), listing.id]);
  if (missing.length > 0)
    throw notFound(
      `No listing has ${missing.join(', ')}`,
      'Nothing was changed. A name must be written exactly as the list has it.',
    );
  for (const [name, fitting] of byName) {
    if (fitting.length > 1) throw ambiguousName(name, fitting);
    if (!fitting.every(isIdentifier))
      throw notAsDocumented(`the list has no UUID for the listing with ${name}`);
  }
  return [...byName.values()].flat();
};

/** The identifier of the one listing that a change is for. */
export const theIdentifier = async (
  client: Client,
  id: string | undefined,
  names: OtherNames,
): Promise<string> => {
  const [only = ''] = await identifiersOf(client, id === undefined ? [] : [id], names);
  return only;
};
