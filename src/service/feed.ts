import { z } from 'zod';
import { conditions, genders } from './words.ts';

/** Where the newest product feed is. */
export const feedLink = z.looseObject({
  url: z.string().describe('Link to the feed file; it works for a day'),
  version: z.int().optional().describe("Version of the feed's format; so far there is only 1"),
});
export type FeedLink = z.infer<typeof feedLink>;

/** An entry of the feed file. */
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
  condition: z.string().meta({ examples: [...conditions] }),
  gender: z.array(z.enum(genders)).optional(),
  isBrandDirect: z.string().optional(),
  updatedAt: z.string().optional(),
  color: z.string().optional(),
  commerceTags: z.array(z.string()).optional(),
  commerceProductType: z.string().optional(),
  categories: z.array(z.string()).optional(),
  styles: z.array(z.string()).optional(),
  currency: z.string().optional(),
  shipFromCountry: z.string().optional(),
  shipToCountries: z.array(z.string()).optional(),
});
export type Product = z.infer<typeof product>;
