import * as z from 'zod/mini';
import { conditions, genders } from './constants.ts';
import { described } from './endpoint.ts';

export const feedLink = z.looseObject({
  url: described(z.string(), 'Link to the feed file; it works for a day'),
  version: described(z.optional(z.int()), "Version of the feed's format; so far there is only 1"),
});

export const product = z.looseObject({
  productID: z.string(),
  productURL: z.string(),
  productTitle: z.string(),
  productDescription: z.string(),
  size: z.string(),
  image: z.string(),
  price: z.number(),
  brand: z.string(),
  productStock: z.number(),
  productAvailable: z.boolean(),
  condition: z.string().register(z.globalRegistry, { examples: [...conditions] }),
  gender: z.optional(z.array(z.enum(genders))),
  isBrandDirect: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
  color: z.optional(z.string()),
  commerceTags: z.optional(z.array(z.string())),
  commerceProductType: z.optional(z.string()),
  categories: z.optional(z.array(z.string())),
  styles: z.optional(z.array(z.string())),
  currency: z.optional(z.string()),
  shipFromCountry: z.optional(z.string()),
  shipToCountries: z.optional(z.array(z.string())),
});

export const optionalProductFields = (): string[] =>
  Object.entries(product.shape)
    .filter(([, schema]) => schema.safeParse(undefined).success)
    .map(([name]) => name);

export type Product = z.infer<typeof product>;
