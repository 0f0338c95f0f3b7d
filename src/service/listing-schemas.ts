import * as z from 'zod/mini';
import { addressFault } from './addresses.ts';
import * as constants from './constants.ts';
import { creationFields, creationRows, type Holds } from './creation-fields.ts';
import { described } from './endpoint.ts';
import { identifierForm } from './identifier.ts';
import { storeDomainSchema } from './shop-lookup.ts';

/** A picture of an item: where it is, and what the shop's staff should know about it. */
export const image = z.strictObject({
  url: described(
    z.stringFormat('url', (text) => addressFault(text) === undefined),
    'Where the picture is',
  ),
  notes: described(z.optional(z.string()), 'Notes on the picture for the shop, not for buyers'),
});
export type Image = z.infer<typeof image>;

const manualProductOptions = () =>
  z.catchall(
    z.object({
      title: described(z.string(), creationFields.title.about),
      categories: described(z.array(z.string()), creationFields.category.about),
    }),
    z.string(),
  );

const metadata = () =>
  z
    .record(z.string(), z.union([z.string(), z.int()], 'must be a string or an integer'))
    .check(
      z.refine((value) => Object.keys(value).length <= constants.maxMetadataProperties, {
        message: `must have at most ${constants.maxMetadataProperties} properties`,
        // Checked even if a property breaks a rule, so that all faults are named at once.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    )
    .register(z.globalRegistry, { maxProperties: constants.maxMetadataProperties });

const held = {
  text: () => z.string(),
  'free text': () => z.string(),
  texts: () => z.array(z.string()),
  condition: () => z.enum(constants.conditions),
  source: () => z.enum(constants.sources),
  options: manualProductOptions,
  price: () => z.int().check(z.minimum(constants.originalPrice.min), z.maximum(constants.originalPrice.max)),
  metadata,
  domain: () => storeDomainSchema,
  images: () => z.array(image).check(z.minLength(1)),
} satisfies Readonly<Record<Exclude<Holds, 'label'>, () => z.ZodMiniType>>;

type Rows = Omit<typeof creationFields, 'price'>;
type Held<Row extends { holds: keyof typeof held }> = ReturnType<(typeof held)[Row['holds']]>;

/** The name of a field in the payload; never for a part of `manualProductOptions`, whose schema has it. */
type NameIn<Field extends string> = Field extends `${infer Whole}.NAME`
  ? Whole
  : Field extends `${string}.${string}`
    ? never
    : Field;
type Shape = {
  [Name in keyof Rows as NameIn<Rows[Name]['field']>]: Rows[Name] extends { isRequired: true }
    ? Held<Rows[Name]>
    : z.ZodMiniOptional<Held<Rows[Name]>>;
};

const creationFieldsSchema = z.strictObject(
  Object.fromEntries(
    creationRows
      .map((row) => ({ ...row, path: row.field.replace('.NAME', '') }))
      .flatMap(({ path, holds, isRequired, about }) => {
        if (path.includes('.') || holds === 'label') return [];
        const schema = held[holds]();
        return [[path, described(isRequired ? schema : z.optional(schema), about)]];
      }),
  ) as unknown as Shape,
);
type CreationFields = z.infer<typeof creationFieldsSchema>;

const fieldsAskedBySource = (source: constants.Source) =>
  source === 'MANUAL_PRODUCT_OPTIONS'
    ? (['manualProductOptions', 'originalPrice'] as const)
    : (['productIdentifier'] as const);

/** What creates a listing. In addition to the fields' own rules, the source type decides which fields are required. */
export const listingCreation = creationFieldsSchema.check(
  z.superRefine<CreationFields>(
    (payload, context) => {
      for (const field of fieldsAskedBySource(payload.productDataSourceType)) {
        const value = payload[field];
        if (value !== undefined && value !== '') continue;
        context.addIssue({
          code: 'custom',
          path: [field],
          params: { isMissing: value === undefined },
          message: `${value === '' ? 'must not be empty' : 'is missing'}: ${payload.productDataSourceType} requires it`,
        });
      }
    },
    // Checked even if other fields break rules, so that all broken rules can be named at once.
    {
      when: ({ value }) =>
        constants.sources.includes((value as Partial<CreationFields>)?.productDataSourceType as never),
    },
  ),
);
export type ListingCreation = z.infer<typeof listingCreation>;

/** The answer to a creation. The URL may come without a scheme, so it is read as plain text. */
export const listingCreated = z.looseObject({
  id: described(z.stringFormat('guid', identifierForm), 'Identifier of the new listing'),
  url: described(z.string().check(z.minLength(1)), 'Where the listing is in the shop'),
});

export const identifierSchema = z.stringFormat('guid', identifierForm);

/** A listing as it is read. Constants and fields that the service adds later pass through. */
export const listing = z.looseObject({
  id: described(z.string().register(z.globalRegistry, { format: 'uuid' }), 'Identifier of the listing'),
  state: described(
    z.optional(z.string().register(z.globalRegistry, { enum: constants.states })),
    'Whether the listing is on sale',
  ),
  condition: described(
    z.optional(z.string().register(z.globalRegistry, { enum: constants.conditions })),
    'Condition',
  ),
  sku: described(z.nullish(z.string()), 'SKU of the product variant on the commerce platform'),
  availableInventory: described(z.optional(z.int()), 'How many are for sale now'),
  externalIdentifier: described(z.nullish(z.string()), 'Your own identifier, null if the creation gave none'),
});
export type Listing = z.infer<typeof listing>;

export const listingsQuery = z.strictObject({
  state: described(z.optional(z.enum(constants.states)), 'Only listings in this state'),
  pageSize: described(
    z.optional(z.int().check(z.minimum(constants.pageSize.min), z.maximum(constants.pageSize.max))),
    `How many listings are on a page; ${constants.pageSize.default} if not given`,
  ),
  after: described(z.optional(z.string()), 'The end cursor of the page before this one'),
});

export const listingsPage = z.looseObject({
  listings: z.array(listing),
  pageInfo: z.looseObject({
    hasNextPage: described(z.boolean(), 'Whether another page follows'),
    endCursor: described(z.nullish(z.string()), 'What to send as "after" for the page that follows'),
  }),
});

/** The parts of such a page, under any names of their own fields. */
export const partsOfPage = {
  listings: z.array(z.unknown()),
  pageInfo: z.looseObject({}).check(z.refine((info) => Object.keys(info).length > 0, 'has another form')),
};

const quantity = z.int().check(z.minimum(0));

const setInventory = z.strictObject({
  action: z.literal('SET_INVENTORY'),
  oldInventory: described(quantity, 'The inventory expected now; if it is different, nothing changes'),
  newInventory: described(quantity, 'The new inventory'),
});

const adjustInventory = z.strictObject({
  action: z.literal('ADJUST_INVENTORY'),
  inventoryAdjustment: described(z.int(), 'How many to add, negative to take away'),
});

/** A change of a listing's available inventory. One that leaves 0 closes the listing. */
export const inventoryUpdate = z.discriminatedUnion('action', [setInventory, adjustInventory]);
export type InventoryUpdate = z.infer<typeof inventoryUpdate>;

export const inventoryUpdated = z.looseObject({
  id: described(z.string(), 'Identifier of the listing'),
  availableInventory: described(z.int(), 'How many are for sale now'),
});
