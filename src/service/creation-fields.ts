import { maxMetadataProperties } from './constants.ts';

/*
 * What a new listing is made of, each field in one row. The schema, flags, questions, columns, payload and plans are made from
 * these rows, so a field that is added here is in all of them.
 */

export interface CreationField {
  /** Where it stands in the payload, and what its column is called. NAME stands for any name. */
  readonly field: string;
  /** What it holds, hence how it is checked, typed and read. */
  readonly holds: Holds;
  readonly isRequired?: true;
  readonly about: string;
  /** Stands for its value in help. */
  readonly placeholder?: string;
  /** Its flag may be used for all rows of a file. */
  readonly isShared?: true;
  /** Other names for its column, which are proposed. */
  readonly alsoCalled?: readonly string[];
}

export type Holds =
  | 'text'
  /** May be blank. */
  | 'free text'
  | 'texts'
  | 'condition'
  | 'source'
  | 'options'
  /** A price as it is on a label. It fills the field of the price after it. */
  | 'label'
  | 'price'
  | 'metadata'
  | 'domain'
  | 'images';

/** By the names of their flags, in the order of the payload. */
export const creationFields = {
  shopId: {
    field: 'shopId',
    holds: 'text',
    isRequired: true,
    about: "Identifier of the shop (default: the profile's)",
    placeholder: 'ID',
    isShared: true,
  },
  condition: {
    field: 'condition',
    holds: 'condition',
    isRequired: true,
    about: 'Condition',
    isShared: true,
  },
  source: {
    field: 'productDataSourceType',
    holds: 'source',
    isRequired: true,
    about: 'Source of the product',
    isShared: true,
  },
  productId: {
    field: 'productIdentifier',
    holds: 'text',
    about: 'SKU or variant identifier, as the source says',
    placeholder: 'ID',
    alsoCalled: ['sku'],
  },
  title: {
    field: 'manualProductOptions.title',
    holds: 'text',
    about: 'Title, for an item without a SKU',
  },
  category: {
    field: 'manualProductOptions.categories',
    holds: 'texts',
    about: 'Category, for an item without a SKU',
    alsoCalled: ['categories'],
  },
  option: {
    field: 'manualProductOptions.NAME',
    holds: 'options',
    about: 'Option of such an item, such as size=M',
  },
  price: {
    field: 'originalPrice',
    holds: 'label',
    about: 'Price when new, as on the label: 129.00',
    placeholder: 'AMOUNT',
  },
  originalPrice: {
    field: 'originalPrice',
    holds: 'price',
    about: 'The same in the smallest unit, for scripts: 12900',
    placeholder: 'CENTS',
  },
  externalId: {
    field: 'externalIdentifier',
    holds: 'text',
    about: 'Your own identifier',
    placeholder: 'ID',
  },
  description: { field: 'description', holds: 'free text', about: 'Text that buyers see' },
  metadata: {
    field: 'metadata.NAME',
    holds: 'metadata',
    about: `Copied to the order; up to ${maxMetadataProperties}`,
  },
  commerceDomain: {
    field: 'commercePlatformDomain',
    holds: 'domain',
    about: 'Domain of the store, if the shop has several',
  },
  brand: {
    field: 'brand',
    holds: 'text',
    about: 'Brand of the item, in a shop that carries several',
    placeholder: 'BRAND',
  },
  image: {
    field: 'images',
    holds: 'images',
    isRequired: true,
    about: 'Picture: its URL, a space, notes',
    isShared: true,
  },
} as const satisfies Readonly<Record<string, CreationField>>;

/** The rows, for code that treats all of them alike. */
export const creationRows: readonly (CreationField & { readonly name: string })[] = Object.entries(
  creationFields,
).map(([name, field]) => ({ name, ...field }));
