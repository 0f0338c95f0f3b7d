/*
 * The service's constants and limits. They are kept apart from the schemas so that help and completion can name them
 * without loading a schema library.
 */

/** How worn an item of a listing is, best first. */
export const conditions = ['NEW_WITH_TAGS', 'NEW_WITHOUT_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'] as const;
export type Condition = (typeof conditions)[number];

/** What each condition says about an item, in a few words. */
export const conditionMeanings = {
  NEW_WITH_TAGS: 'never worn, with its tags still on',
  NEW_WITHOUT_TAGS: 'never worn, its tags are gone',
  EXCELLENT: 'worn, and looks like new',
  GOOD: 'worn, with small signs of wear',
  MINOR_DEFECT: 'has a small fault, which notes and pictures should show',
} as const satisfies Record<Condition, string>;

/** Where the product of a new listing comes from. */
export const sources = [
  'COMMERCE_SKU',
  'COMMERCE_PRODUCT_VARIANT_ID',
  'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER',
  'EXTERNAL_PRODUCT_VARIANT_SKU',
  'MANUAL_PRODUCT_OPTIONS',
] as const;
export type Source = (typeof sources)[number];

/** What identifies the product of a listing, for each source. */
export const sourceMeanings = {
  COMMERCE_SKU: 'the SKU that the commerce platform knows',
  COMMERCE_PRODUCT_VARIANT_ID: "the platform's identifier of the product variant",
  EXTERNAL_PRODUCT_VARIANT_IDENTIFIER: 'an identifier of the product variant from elsewhere',
  EXTERNAL_PRODUCT_VARIANT_SKU: 'a SKU from elsewhere',
  MANUAL_PRODUCT_OPTIONS: 'no platform knows it: you describe it',
} as const satisfies Record<Source, string>;

/** A listing is on sale (OPEN) or not (CLOSED). */
export const states = ['OPEN', 'CLOSED'] as const;
export type State = (typeof states)[number];

/** What an inventory update does: replace a known value, or add to the present one. */
export const inventoryActions = ['SET_INVENTORY', 'ADJUST_INVENTORY'] as const;

export const shopIdentifierTypes = ['COMMERCE_DOMAIN'] as const;

/** Whom a product of the feed is made for. */
export const genders = ['Women', 'Men', 'Kids', 'Unisex', 'All'] as const;

/** The page sizes of the list of listings. */
export const pageSize = { min: 1, max: 200, default: 50 } as const;

/** The original price of a listing, in the smallest unit of the shop's currency. */
export const originalPrice = { min: 1, max: 9_999_999 } as const;

export const maxMetadataProperties = 3;

export const feedVersion = 1;

export const feedLinkLifetimeHours = 24;

export const feedRefreshMinute = 15;

export const feedLinkRequestsPerMinute = 15;
/** The least time between two of them that can never be too many. */
export const leastLinkPauseMs = 60_000 / feedLinkRequestsPerMinute;
