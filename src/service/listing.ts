import { z } from 'zod';
import * as words from './words.ts';

/** A picture of an item: where it is, and what the shop's staff should know about it. */
export const image = z.looseObject({
  url: z.url().describe('Where the picture is'),
  notes: z.string().optional().describe('Notes on the picture for the shop, not for buyers'),
});
export type Image = z.infer<typeof image>;

const manualProductOptions = z
  .object({
    title: z.string().describe('Title of the item'),
    categories: z.array(z.string()).describe('Categories of the item'),
  })
  .catchall(z.string())
  .describe(
    'What identifies an item that the commerce platform does not know; further named texts may follow',
  );

const metadata = z
  .record(z.string(), z.union([z.string(), z.int()], 'must be a string or an integer'))
  .refine((value) => Object.keys(value).length <= words.maxMetadataProperties, {
    message: `must have at most ${words.maxMetadataProperties} properties`,
    // Judged even where a property is at fault, so that all faults can be named at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ maxProperties: words.maxMetadataProperties })
  .describe('Goes onto the order as custom attributes when the item is bought');

const creationFields = z.looseObject({
  shopId: z.string().describe('Identifier of the shop'),
  condition: z.enum(words.conditions).describe('How worn the item is'),
  productDataSourceType: z.enum(words.sources).describe('Where the product of the listing comes from'),
  productIdentifier: z
    .string()
    .optional()
    .describe(
      'The SKU or product variant identifier, as the source type says; asked by every source but the manual one',
    ),
  manualProductOptions: manualProductOptions.optional(),
  originalPrice: z
    .int()
    .min(words.originalPrice.min)
    .max(words.originalPrice.max)
    .optional()
    .describe(
      "Price when new, in the smallest unit of the shop's currency; asked with manual options, elsewhere it overrides the product's",
    ),
  externalIdentifier: z.string().optional().describe('Your own identifier, to find the item by later'),
  description: z.string().optional().describe('Text that buyers see'),
  metadata: metadata.optional(),
  commercePlatformDomain: z
    .string()
    .optional()
    .describe("Domain of the store to use, where the shop's platform has more than one"),
  brand: z.string().optional().describe('Brand of the item, in a shop that carries several'),
  images: z.array(image).min(1).describe('Pictures of the item'),
});
type CreationFields = z.infer<typeof creationFields>;

/** Which further fields a source type asks for. */
export const fieldsAskedBySource = (source: words.Source) =>
  source === 'MANUAL_PRODUCT_OPTIONS'
    ? (['manualProductOptions', 'originalPrice'] as const)
    : (['productIdentifier'] as const);

/** What creates a listing. Beside the fields' own rules, the source type decides which fields must be there. */
export const listingCreation = creationFields.check(
  z.superRefine<CreationFields>(
    (payload, context) => {
      for (const field of fieldsAskedBySource(payload.productDataSourceType)) {
        if (payload[field] === undefined)
          context.addIssue({
            code: 'custom',
            path: [field],
            message: `is missing: ${payload.productDataSourceType} asks for it`,
          });
      }
    },
    // Judged even where other fields are at fault, so that all faults can be named at once.
    {
      when: ({ value }) =>
        words.sources.includes((value as Partial<CreationFields>)?.productDataSourceType as never),
    },
  ),
);
export type ListingCreation = z.infer<typeof listingCreation>;

/** The answer to a creation. The url may come without a scheme, so it is read as plain text. */
export const listingCreated = z.looseObject({
  id: z.string().describe('Identifier of the new listing'),
  url: z.string().describe('Where the listing is in the shop'),
});
export type ListingCreated = z.infer<typeof listingCreated>;

/** Identifier of a listing or of a returned item. */
export const identifier = z.guid();

/** A listing as it is read. Constants that the service adds later pass through, and so do fields. */
export const listing = z.looseObject({
  id: z.string().meta({ format: 'uuid' }).describe('Identifier of the listing'),
  state: z.string().meta({ enum: words.states }).optional().describe('Whether the listing is on sale'),
  condition: z.string().meta({ enum: words.conditions }).optional().describe('How worn the item is'),
  sku: z.string().nullish().describe('SKU of the product variant on the commerce platform'),
  availableInventory: z.int().optional().describe('How many are for sale now'),
  externalIdentifier: z.string().nullish().describe('Your own identifier, null where the creation gave none'),
});
export type Listing = z.infer<typeof listing>;

/** Which page of the listings to read. */
export const listingsQuery = z.object({
  state: z.enum(words.states).optional().describe('Only listings in this state'),
  pageSize: z
    .int()
    .min(words.pageSize.min)
    .max(words.pageSize.max)
    .optional()
    .describe(`How many listings a page holds, ${words.pageSize.default} where not given`),
  after: z.string().optional().describe('The end cursor of the page before this one'),
});

/** One page of listings. */
export const listingsPage = z.looseObject({
  listings: z.array(listing),
  pageInfo: z.looseObject({
    hasNextPage: z.boolean().describe('Whether another page follows'),
    endCursor: z.string().nullish().describe('What to send as "after" for the page that follows'),
  }),
});
export type ListingsPage = z.infer<typeof listingsPage>;
