import * as z from 'zod/mini';
import { storeDomainProblem } from './addresses.ts';
import { shopIdentifierTypes } from './constants.ts';
import { described } from './endpoint.ts';

export const storeDomainSchema = z
  .string()
  .check(
    z.superRefine<string>((text, context) => {
      const message = storeDomainProblem(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  )
  .register(z.globalRegistry, { format: 'idn-hostname' });

/** What to look up shops by. */
export const shopsQuery = z.strictObject({
  shopIdentifierType: described(z.enum(shopIdentifierTypes), 'What kind of identifier follows'),
  shopIdentifier: described(storeDomainSchema, 'The identifier: the domain of a store'),
});

/** What partners see of a shop. */
export const shop = z.looseObject({
  serviceShopName: described(z.optional(z.string()), 'Name of the shop'),
  countryCodes: described(
    z.optional(z.array(z.string())),
    'Where the shop sells, as two-letter country codes',
  ),
  url: described(z.optional(z.string()), 'Where the shop is'),
  serviceId: described(z.optional(z.string()), "The service's own identifier of the shop"),
  styles: described(
    z.nullish(
      z.looseObject({
        primaryButtonBackgroundColor: z.nullish(z.string()),
        primaryButtonFontColor: z.nullish(z.string()),
        primaryButtonBorder: z.nullish(z.string()),
      }),
    ),
    "Colours and borders of the shop's buttons",
  ),
});
export type Shop = z.infer<typeof shop>;

export const shops = z.array(shop);
