import { closesListings } from '../../line/command.ts';
import { noCheck, tellIfCorrected } from '../../line/flags/service-kinds.ts';
import { alsoMany } from '../../runs/command/also-many.ts';
import { creationBulkFlags } from '../../runs/request/bulk-flags.ts';
import { onLabel } from '../../service/prices.ts';
import { currencyOf, faultsOf, payloadOf } from './creation.ts';
import { creationFlags } from './creation-flags.ts';
import { createdColumns } from './listing-columns.ts';
import { askIfListed, sendListing } from './send-listing.ts';

export const create = alsoMany(
  {
    details:
      'From a SKU, or in your own words (--title). At a terminal it asks for the rest, and before it lists an external identifier again that is on sale. In a script, the same line twice lists an item twice; a row of --from whose external identifier an open listing has is skipped. The price and the text of a listing can not be changed later: close it, and create it again. The service decides how many are for sale at first; inventory set changes that.',
    effect: { ...closesListings, does: 'changes', repeatable: false, asks: 'sometimes' },
    arguments: {},
    flags: { ...creationFlags, noCheck },
    examples: [
      {
        does: 'From a SKU',
        line: "resale listings create --shop-id shop-second-meadow --condition good --source sku --product-id SMS-JEANS-000120-3032 --image 'https://images.example/1.jpg'",
      },
      {
        does: 'From your own description',
        line: "resale listings create --shop-id shop-second-meadow --condition excellent --title 'Wool coat' --category Coats --option colour=navy --price 129.00 --image 'https://images.example/2.jpg front view'",
      },
      {
        does: 'What would the rows of a file create?',
        line: 'resale listings create --from new.csv --dry-run',
      },
    ],
    next: 'resale listings get ID',
    answer: {
      fields: createdColumns,
      record: async () => (await import('../../service/listing-schemas.ts')).listingCreated,
    },
    conflicts: ['--from --external-id', '--price --original-price'],
    check: async (invocation, { flags }) =>
      faultsOf(invocation, await payloadOf(invocation, flags), flags, {
        noCheck: flags.noCheck,
        isInUnits: invocation.line.flags.originalPrice !== undefined,
      }),
    async walkThrough(invocation, typed) {
      const { talkAboutListing } = await import('./listing-questions.ts');
      return talkAboutListing(invocation, typed);
    },
    async run(invocation, { flags }) {
      tellIfCorrected(invocation, invocation.line.flags.commerceDomain, flags.commerceDomain);
      const payload = await payloadOf(invocation, flags);
      // 49 may be a mistake for 49.00. The questions show the label before they send it, so they need no second one.
      if (flags.originalPrice !== undefined && invocation.isInteractive() && !invocation.settings.dryRun) {
        const label = onLabel(flags.originalPrice, await currencyOf(invocation));
        await invocation.confirm(`The price is ${label}.`, `The price is ${label}. Create the listing?`);
      }
      await askIfListed(invocation, payload);
      return sendListing(invocation, payload, flags.noCheck);
    },
  },
  {
    operation: async () => (await import('../../changes/listings-create.ts')).listingsCreate,
    flags: creationBulkFlags,
    async defaults(invocation, flags) {
      tellIfCorrected(invocation, invocation.line.flags.commerceDomain, flags.commerceDomain);
      return payloadOf(invocation, flags);
    },
    options: async ({ deriveExternalId, noCheck }, invocation) => ({
      anyConstants: noCheck,
      deriveExternalId,
      currency: await currencyOf(invocation),
      onConflict: 'fail',
    }),
  },
);
