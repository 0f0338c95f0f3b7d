import { badAnswer } from '../failure/kinds.ts';
import { isWholeNumber } from '../json/exact.ts';
import { type Condition, pageSize as pageSizes, type State } from '../service/constants.ts';
import { sameIdentifier } from '../service/identifier.ts';
import type { Listing } from '../service/listing-schemas.ts';
import { BrokenPages } from './call-error.ts';
import type { CallOptions, Client } from './client.ts';
import { otherName } from './refusal-meaning.ts';

export const readListing = (
  client: Client,
  id: string,
  { fresh, mayBeWrong = isTooLarge, doubt }: CallOptions<Listing> = {},
): Promise<Listing> =>
  client.call(
    'getListing',
    { params: { id } },
    {
      fresh,
      // Without its id, nobody knows what an answer is about.
      mayBeWrong: (path, input, whole) => path[0] !== 'id' && mayBeWrong(path, input, whole),
      doubt: (whole) =>
        sameIdentifier(whole.id, id) ? doubt?.(whole) : `the answer is about another listing (${whole.id})`,
    },
  );

export interface ListingsSelection {
  state?: State | undefined;
  /** Only listings in one of these; the service has no such filter, so the others are read and left out. */
  conditions?: readonly Condition[] | undefined;
  /** Only listings with this text in their SKU or external identifier, in any case; filtered like the conditions. */
  match?: string | undefined;
  limit?: number | undefined;
  pageSize?: number | undefined;
  after?: string | undefined;
  /** Whether a listing that is on several pages may be repeated, so that identifiers need not be kept in memory. */
  mayRepeat?: boolean;
  /** Which listings may be of any form, even null: who reads them looks at each field. One such fails the whole page otherwise. */
  mayBeOdd?: (listing: unknown) => boolean;
  /** Called before the request for each page, with its cursor. */
  onAsk?: (after: string | undefined) => void;
}

export interface ListingsEnd {
  /** The cursor of the rest; undefined if there is none. */
  next?: string | undefined;
  /** There is more, but no cursor for it: the limit was reached within a page that was larger than requested. */
  cut?: true;
  /** Listings that a page repeated, which were left out. */
  repeated: number;
}

/** A number that JavaScript can't hold: as an inventory it is odd, but no reason not to show the listing with all its digits. */
const isTooLarge = (path: readonly PropertyKey[], input: unknown): boolean =>
  path.at(-1) === 'availableInventory' && isWholeNumber(input);

/** How many pages in a row may have no new listing: a service that gives new cursors for ever would never end. */
const mostBarren = 50;
/** No URL holds a longer cursor, and all cursors are kept to notice one that repeats. */
const longestCursor = 8_192;

/** Whether listings that the service sends are left out. */
export const isFilteredHere = ({ conditions, match }: ListingsSelection): boolean =>
  conditions !== undefined || match !== undefined;

export const pageQuery = (selection: ListingsSelection) => {
  const { state, limit = Infinity, pageSize = pageSizes.max, after } = selection;
  return {
    query: { state, pageSize: isFilteredHere(selection) ? pageSize : Math.min(pageSize, limit), after },
  };
};

const folded = (text: unknown): string => `${text ?? ''}`.normalize().toLowerCase();

const fits = (
  { condition, sku, externalIdentifier }: Listing,
  { conditions, match }: ListingsSelection,
): boolean =>
  (conditions === undefined || conditions.includes(condition as Condition)) &&
  (match === undefined || [sku, externalIdentifier].some((name) => folded(name).includes(folded(match))));

/**
 * Reads listings page by page, each page when it is needed, and no listing twice unless it may repeat.
 * Returns where it ended. Cursors that repeat or are missing throw `BrokenPages`; the list is never silently short.
 */
export async function* readListings(
  client: Client,
  selection: ListingsSelection,
): AsyncGenerator<Listing[], ListingsEnd> {
  const cursors = new Set<string>();
  const ids = new Set<string>();
  const end: ListingsEnd = { repeated: 0 };
  let left = selection.limit ?? Infinity;
  let after = selection.after;
  let barren = 0;
  for (let pages = 1; ; pages++) {
    if (after !== undefined) cursors.add(after);
    const request = pageQuery({ ...selection, limit: left, after });
    selection.onAsk?.(after);
    const page = await client.call('listListings', request, {
      mayBeWrong: (path, input, whole) => isTooLarge(path, input) || isInOdd(path, whole, selection),
    });
    // Before any of the page is passed on.
    const { state } = selection;
    const stranger = state && page.listings.find((listing) => listing?.state !== state);
    // The filter does nothing there.
    if (stranger)
      throw badAnswer(
        `only ${state} listings were asked for, but the service sent ${stranger.id}, which ${stranger.state === undefined ? 'has no state' : `is ${stranger.state}`}`,
        otherName('probably has another name for this filter', 'query.state', client.profile),
      );
    const { hasNextPage, endCursor } = page.pageInfo;
    const news = selection.mayRepeat ? page.listings : notSeen(page.listings, ids);
    end.repeated += page.listings.length - news.length;
    barren = news.length > 0 ? 0 : barren + 1;
    if (hasNextPage && barren > mostBarren)
      throw new BrokenPages(`the service gave ${barren} pages in a row without a new listing`, pages);
    const fitting = isFilteredHere(selection) ? news.filter((listing) => fits(listing, selection)) : news;
    const wanted = fitting.slice(0, left);
    left -= wanted.length;
    if (wanted.length > 0) yield wanted;
    // If the page was cut, no cursor leads to the rest of it.
    if (wanted.length < fitting.length) return { ...end, cut: true };
    if (!hasNextPage) return end;
    after = nextCursor(endCursor, cursors, pages);
    if (left <= 0) return { ...end, next: after };
  }
}

const notSeen = (listings: readonly Listing[], ids: Set<string>): Listing[] =>
  listings.filter((listing) => {
    // One that may be of any form may have none.
    const id = String(listing?.id);
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });

const isInOdd = (
  [field, index]: readonly PropertyKey[],
  whole: unknown,
  { mayBeOdd = () => false }: ListingsSelection,
): boolean =>
  field === 'listings' &&
  index !== undefined &&
  mayBeOdd((whole as { listings: unknown[] }).listings[Number(index)]);

const nextCursor = (cursor: string | null | undefined, seen: ReadonlySet<string>, pages: number): string => {
  if (!cursor)
    throw new BrokenPages(
      'the service says that there are more listings, but gives no cursor to them',
      pages,
    );
  if (cursor.length > longestCursor)
    throw new BrokenPages(`the service gave a cursor of ${cursor.length} characters`, pages);
  if (seen.has(cursor))
    throw new BrokenPages('the service gave the same cursor again, so its pages would never end', pages);
  return cursor;
};
