import { alsoMany } from '../../cli/bulk/also-many.ts';
import { bulkGroup } from '../../cli/bulk/flags.ts';
import { closesListings } from '../../cli/command.ts';
import { createdColumns } from '../../cli/listings/columns.ts';
import { faultsOf, payloadOf, sendListing } from '../../cli/listings/creation.ts';
import { creationFlags } from '../../cli/listings/creation-flags.ts';
import { noCheck, tellIfCorrected } from '../../flags/service-kinds.ts';
import { choice, toggle } from '../../flags/value-kinds.ts';

const priceUnits = ['minor', 'major'] as const;

export const create = alsoMany(
  {
    details:
      'The product comes from your shop (--source, --product-id) or from your words (--title, --category, --option). A terminal asks for what is missing.',
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
        line: "resale listings create --shop-id shop-second-meadow --condition excellent --title 'Wool coat' --category Coats --option colour=navy --original-price 12900 --image 'https://images.example/2.jpg front view'",
      },
      {
        does: 'What would the rows of a file create?',
        line: 'resale listings create --from new.csv --dry-run',
      },
    ],
    next: 'resale listings get ID',
    answer: () => ({
      fields: createdColumns,
      record: async () => (await import('../../service/listing.ts')).listingCreated,
    }),
    conflicts: ['--from --external-id', '--price-unit=major --original-price'],
    check: async (invocation, { flags: given }) =>
      faultsOf(await payloadOf(invocation, given), given, given.noCheck),
    async walkThrough(invocation, typed) {
      const { talkAboutListing } = await import('../../conversation/listing.ts');
      return talkAboutListing(invocation, typed);
    },
    async run(invocation, { flags: given }) {
      tellIfCorrected(invocation, invocation.line.flags.commerceDomain, given.commerceDomain);
      return sendListing(invocation, await payloadOf(invocation, given), given.noCheck);
    },
  },
  {
    operation: async () => (await import('../../changes/listings-create.ts')).listingsCreate,
    flags: {
      deriveExternalId: {
        ...toggle('Make an external identifier for rows that have none, from the run and the row'),
        group: bulkGroup,
      },
      priceUnit: {
        ...choice(
          'UNIT',
          priceUnits,
          'The unit of originalPrice in the rows: the smallest one (12900), or that of a label (129.00 or 129,00)',
        ),
        default: 'minor',
        group: bulkGroup,
      },
    },
    async defaults(invocation, given) {
      tellIfCorrected(invocation, invocation.line.flags.commerceDomain, given.commerceDomain);
      return payloadOf(invocation, given);
    },
    options: ({ deriveExternalId, noCheck, priceUnit }) => ({
      anyConstants: noCheck,
      deriveExternalId,
      priceUnit: priceUnit === 'major' ? priceUnit : undefined,
      onConflict: 'fail',
    }),
  },
);
