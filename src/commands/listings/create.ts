import { alsoMany } from '../../cli/bulk/also-many.ts';
import { createdColumns } from '../../cli/listings/creation-columns.ts';
import { creationFlags } from '../../cli/listings/creation-flags.ts';
import { faultsOf, payloadOf } from '../../cli/listings/creation-payload.ts';
import { withShopAdvice } from '../../cli/listings/shop-advice.ts';
import { previewed } from '../../cli/preview.ts';
import { noCheck, toggle } from '../../flags/value-kinds.ts';

export const create = alsoMany(
  {
    details:
      'The product comes from the commerce platform (--source sku or variant-id), from an identifier of your own (external-variant-id, external-variant-sku), or from what you say of it (--title, --category, --option, with --original-price). All rules are checked before anything is sent. At a terminal, what is missing is asked for; the answers outlive a Ctrl-C, and the next run offers to go on with them.',
    arguments: {},
    flags: { ...creationFlags, noCheck },
    examples: [
      {
        does: 'From a SKU',
        line: "resale listings create --shop-id SHOP --condition good --source sku --product-id SKU-1 --image 'https://images.example/1.jpg'",
      },
      {
        does: 'From what you say of it',
        line: "resale listings create --shop-id SHOP --condition excellent --title 'Wool coat' --category Coats --option colour=navy --original-price 12900 --image 'https://images.example/2.jpg front view'",
      },
      {
        does: 'See the request, send nothing',
        line: "resale listings create --shop-id SHOP --condition good --source sku --product-id SKU-1 --image 'https://images.example/1.jpg' --dry-run",
      },
    ],
    next: 'resale listings get ID',
    columns: createdColumns,
    check: async (invocation, { flags: given }) =>
      faultsOf(await payloadOf(invocation, given), given, given.noCheck),
    async walkThrough(invocation, typed) {
      const { walkThroughCreation } = await import('../../conversation/listing/walk-through.ts');
      return walkThroughCreation(invocation, typed);
    },
    async run(invocation, { flags: given }) {
      const payload = await payloadOf(invocation, given);
      const client = await invocation.connect({
        signal: invocation.io.interruption,
        anyConstants: given.noCheck,
      });
      const body = payload as Parameters<typeof client.call<'createListing'>>[1]['body'];
      if (invocation.settings.dryRun)
        return previewed([client.preview('createListing', { body })], invocation.settings);
      const [{ perform }, { CreateListing }] = await Promise.all([
        import('../../changes/engine.ts'),
        import('../../changes/listings-create.ts'),
      ]);
      const { patience } = invocation;
      const { answer = {} } = await perform(new CreateListing(body), { client, patience }).catch((error) => {
        throw withShopAdvice(error, payload.shopId);
      });
      return { kind: 'record', record: answer, columns: createdColumns };
    },
  },
  {
    operation: async () => (await import('../../changes/listings-create.ts')).listingsCreate,
    flags: {
      deriveExternalId: toggle(
        'Make an external identifier for rows that have none, from the run and the row',
      ),
    },
    notWithRows: Object.keys(creationFlags) as (keyof typeof creationFlags)[],
    request: ({ deriveExternalId, noCheck }) => ({
      onConflict: 'fail',
      options: { deriveExternalId, anyConstants: noCheck },
    }),
  },
);
