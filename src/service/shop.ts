import { z } from 'zod';
import { shopIdentifierTypes } from './words.ts';

/** What to look shops up by. */
export const shopsQuery = z.object({
  shopIdentifierType: z.enum(shopIdentifierTypes).describe('What kind of identifier follows'),
  shopIdentifier: z.string().min(1).describe('The identifier: the domain of a store'),
});

/** A shop, as far as partners see it. */
export const shop = z.looseObject({
  serviceShopName: z.string().optional().describe('Name of the shop'),
  countryCodes: z.array(z.string()).optional().describe('Where the shop sells, as two-letter country codes'),
  url: z.string().optional().describe('Where the shop is'),
  serviceId: z.string().optional().describe("The service's own identifier of the shop"),
  styles: z
    .looseObject({
      primaryButtonBackgroundColor: z.string().nullish(),
      primaryButtonFontColor: z.string().nullish(),
      primaryButtonBorder: z.string().nullish(),
    })
    .nullish()
    .describe("Colours and borders of the shop's buttons"),
});
export type Shop = z.infer<typeof shop>;

/** All shops that the identifier fits. */
export const shops = z.array(shop);
