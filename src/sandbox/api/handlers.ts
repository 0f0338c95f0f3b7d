import { type Condition, conditions, feedVersion } from '../../service/constants.ts';
import type { Dialect } from '../../service/dialect.ts';
import type { CallAnswer, CallInput } from '../../service/endpoint.ts';
import type { EndpointName, Endpoints } from '../../service/endpoints.ts';
import type { ListingCreation } from '../../service/listing-schemas.ts';
import type { Chaos } from '../chaos.ts';
import type { Feed } from '../feed/changing-feed.ts';
import { Refusal } from '../refusal.ts';
import type { RequestLog } from '../request-log.ts';
import { sandboxShops, shownShop } from '../state/shops.ts';
import type { Keeper } from '../state/state-file.ts';
import { type Listings, shownListing } from '../state/stored-listings.ts';

export type Handlers = {
  [Name in EndpointName]: (
    input: CallInput<Endpoints[Name]>,
  ) => CallAnswer<Endpoints[Name]> | Promise<CallAnswer<Endpoints[Name]>>;
};

/** The prefix of product identifiers that the commerce platform does not know. */
export const missingProductPrefix = 'MISSING-';

/** The answer to a grade that is not a condition of listings. */
export const lowestCondition: Condition = 'MINOR_DEFECT';

/** The answer to a grade is always a condition of listings. */
const gradeOf = (word: string): Condition => conditions.find((known) => known === word) ?? lowestCondition;

/** The state and settings of a sandbox, shared by its servers. */
export interface Service {
  dialect: Dialect;
  now: () => Date;
  listings: Listings;
  keeper: Keeper;
  feed: Feed;
  chaos: Chaos;
  log: RequestLog;
  baseUrl: () => string;
  /** The origin of the host that serves the feed's files. */
  feedOrigin: () => string;
  urlOf: (listingId: string) => string;
}

export const makeHandlers = ({ listings, feed, feedOrigin, urlOf, keeper }: Service): Handlers => {
  const change = async <Changed>(make: () => Changed): Promise<Changed> => {
    // A feed that is due must show the listings before this change.
    feed.refresh();
    const changed = make();
    await keeper.keep();
    return changed;
  };
  return {
    createListing: async ({ body }) => {
      checkProduct(body);
      const { id } = await change(() => listings.create(body));
      return { id, url: urlOf(id) };
    },
    listListings: ({ query }) => {
      const { page, hasNextPage, endCursor } = listings.page(query);
      return { listings: page.map(shownListing), pageInfo: { hasNextPage, endCursor } };
    },
    getListing: ({ params }) => shownListing(listings.read(params.id)),
    updateInventory: ({ params, body }) =>
      change(() => {
        const { id, availableInventory } = listings.update(params.id, body);
        return { id, availableInventory };
      }),
    gradeItems: ({ body: { items } }) => ({
      items: items.map((item) => ({ ...item, condition: gradeOf(item.condition) })),
    }),
    getShops: ({ query: { shopIdentifier } }) =>
      sandboxShops.filter(({ domains }) => domains.includes(shopIdentifier.toLowerCase())).map(shownShop),
    getFeedLink: () => ({ url: feedOrigin() + feed.target(), version: feedVersion }),
  };
};

/** Refuses a listing for a shop, a store or a product that does not exist. */
const checkProduct = (listing: ListingCreation): void => {
  const { shopId, productIdentifier, commercePlatformDomain: domain } = listing;
  const shop = sandboxShops.find(({ id }) => id === shopId);
  if (shop === undefined) throw new Refusal(404, 'There is no shop with this shopId.');
  if (domain !== undefined && !shop.domains.includes(domain.toLowerCase()))
    throw new Refusal(400, 'commercePlatformDomain must be the domain of a store of this shop.');
  if (productIdentifier?.startsWith(missingProductPrefix))
    throw new Refusal(404, "The shop's commerce platform has no product with this productIdentifier.");
};
