/* What the service takes and answers, for programs: the half of the interface that is not about calls. */

/** One of the known words, or one that the service has added since. */
type OrOther<Known extends string> = Known | (string & {});

/** How worn an item is, best first. */
export type Condition = 'NEW_WITH_TAGS' | 'NEW_WITHOUT_TAGS' | 'EXCELLENT' | 'GOOD' | 'MINOR_DEFECT';

/** Whether a listing is on sale. One whose inventory reaches 0 is closed by the service. */
export type ListingState = 'OPEN' | 'CLOSED';

/** A picture of an item. */
export interface Image {
  readonly url: string;
  /** Notes for the shop, not for buyers. */
  readonly notes?: string | undefined;
}

interface ListingFields {
  readonly shopId: string;
  readonly condition: Condition;
  /** At least one. */
  readonly images: readonly Image[];
  /** Your own identifier, to find the item by later. */
  readonly externalIdentifier?: string | undefined;
  /** Text that buyers see. */
  readonly description?: string | undefined;
  /** At most 3 properties, which go onto the order when the item is bought. */
  readonly metadata?: Readonly<Record<string, string | number>> | undefined;
  /** The store to use, where the shop has several. */
  readonly commercePlatformDomain?: string | undefined;
  /** In a shop that carries several brands. */
  readonly brand?: string | undefined;
}

/** An item to be listed: a product that a platform knows, or one that you describe. */
export type NewListing = ListingFields & (KnownProduct | DescribedProduct);

interface KnownProduct {
  readonly productDataSourceType:
    | 'COMMERCE_SKU'
    | 'COMMERCE_PRODUCT_VARIANT_ID'
    | 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER'
    | 'EXTERNAL_PRODUCT_VARIANT_SKU';
  /** The SKU or the identifier of the product variant. */
  readonly productIdentifier: string;
  /** The price when new, in the smallest unit of the shop's currency: overrides the product's. */
  readonly originalPrice?: number | undefined;
}

interface DescribedProduct {
  readonly productDataSourceType: 'MANUAL_PRODUCT_OPTIONS';
  readonly manualProductOptions: {
    readonly title: string;
    readonly categories: readonly string[];
    /** Further facts about it, as text. */
    readonly [option: string]: string | readonly string[];
  };
  /** The price when new, in the smallest unit of the shop's currency: 1 to 9999999. */
  readonly originalPrice: number;
}

export interface CreatedListing {
  id: string;
  /** Where the listing is in the shop. */
  url: string;
}

export interface Listing {
  id: string;
  state?: OrOther<ListingState> | undefined;
  condition?: OrOther<Condition> | undefined;
  /** The SKU of the product variant on the commerce platform. */
  sku?: string | null | undefined;
  /** How many are for sale now. */
  availableInventory?: number | undefined;
  /** The one that was given at its creation. */
  externalIdentifier?: string | null | undefined;
}

/** Which listings to read. */
export interface ListingsSelection {
  readonly state?: ListingState | undefined;
  /** How many in all. */
  readonly limit?: number | undefined;
  /** How many a page has: 1 to 200. */
  readonly pageSize?: number | undefined;
  /** The `endCursor` of an earlier page. */
  readonly after?: string | undefined;
}

export type ListingsPageQuery = Omit<ListingsSelection, 'limit'>;

export interface ListingsPage {
  listings: Listing[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

/** A change of an inventory: replace a known value, or add to the present one. */
export type InventoryUpdate =
  | { readonly action: 'SET_INVENTORY'; readonly oldInventory: number; readonly newInventory: number }
  | { readonly action: 'ADJUST_INVENTORY'; readonly inventoryAdjustment: number };

export interface UpdatedInventory {
  id: string;
  availableInventory: number;
}

/** A returned item and its grade. */
export interface GradedItem {
  readonly id: string;
  /** One of the conditions, or another word that the service knows. */
  readonly condition: OrOther<Condition>;
  /** What the grader saw. */
  readonly notes?: string | undefined;
  readonly images?: readonly Image[] | undefined;
}

export interface GradedItemAnswer {
  id?: string | undefined;
  condition?: OrOther<Condition> | null | undefined;
  notes?: string | null | undefined;
  images?: { url: string; notes?: string | null | undefined }[] | null | undefined;
}

export interface Shop {
  serviceShopName?: string | undefined;
  /** Where it sells, as two-letter codes. */
  countryCodes?: string[] | undefined;
  url?: string | undefined;
  serviceId?: string | undefined;
  /** Colours and borders of its buttons. */
  styles?:
    | {
        primaryButtonBackgroundColor?: string | null | undefined;
        primaryButtonFontColor?: string | null | undefined;
        primaryButtonBorder?: string | null | undefined;
      }
    | null
    | undefined;
}

export interface FeedLink {
  /** It works for a day. Anybody who has it can read the feed. */
  url: string;
  version?: number | undefined;
}

/** A product of the feed. */
export interface Product {
  productID: string;
  productURL: string;
  productTitle: string;
  productDescription: string;
  size: string;
  image: string;
  price: number;
  brand: string;
  productStock: number;
  productAvailable: boolean;
  condition: OrOther<Condition>;
  gender?: ('Women' | 'Men' | 'Kids' | 'Unisex' | 'All')[] | undefined;
  isBrandDirect?: string | undefined;
  updatedAt?: string | undefined;
  color?: string | undefined;
  commerceTags?: string[] | undefined;
  commerceProductType?: string | undefined;
  categories?: string[] | undefined;
  styles?: string[] | undefined;
  currency?: string | undefined;
  shipFromCountry?: string | undefined;
  shipToCountries?: string[] | undefined;
}
