import { domainToASCII } from 'node:url';
import { type CallError, saysNotFound } from '../../http/call-error.ts';
import { command, readsService } from '../../line/command.ts';
import { storeDomain, tellIfCorrected } from '../../line/flags/service-kinds.ts';
import { previewed } from '../../line/preview.ts';
import { nothingThere } from '../../line/usage-error.ts';
import { domainName } from '../../service/addresses.ts';
import type { Shop } from '../../service/shop-lookup.ts';
import type { Column } from '../../terminal/columns.ts';

const columns: readonly Column[] = [
  { field: 'serviceShopName', title: 'NAME', whole: true },
  { field: 'countryCodes', title: 'COUNTRIES' },
  { field: 'url', title: 'URL', whole: true },
  { field: 'serviceId', title: 'ID', whole: true },
  { field: 'styles.primaryButtonBackgroundColor', title: 'BUTTON', leaves: 3 },
  { field: 'styles.primaryButtonFontColor', title: 'BUTTON TEXT', leaves: 2 },
  { field: 'styles.primaryButtonBorder', title: 'BUTTON BORDER', leaves: 1 },
];

export const lookup = command({
  details:
    'Prints every shop with a store at that domain. If there is none, it prints an empty list and exits with 3.',
  effect: readsService,
  arguments: { domain: storeDomain('Domain of the store') },
  examples: [
    { does: 'The shop of a store', line: 'resale shops lookup second-meadow.example' },
    { does: 'Its address', line: "resale shops lookup second-meadow.example --jq '.[].url'" },
    { does: 'Only show the request', line: 'resale shops lookup second-meadow.example --dry-run' },
  ],
  answer: {
    shape: 'records',
    fields: columns,
    record: async () => (await import('../../service/shop-lookup.ts')).shop,
    passesThrough: true,
  },
  async run(invocation, { arguments: { domain } }) {
    tellIfCorrected(invocation, invocation.line.operands[0], domain);
    const client = await invocation.client();
    const request = { query: { shopIdentifierType: 'COMMERCE_DOMAIN' as const, shopIdentifier: domain } };
    if (invocation.settings.dryRun)
      return previewed([client.preview('getShops', request)], invocation.settings);
    const refusals: CallError[] = [];
    const shops = await client.call('getShops', request).catch((error: unknown): Shop[] => {
      // The service may also answer 404 if it knows no such shop.
      if (!saysNotFound(error)) throw error;
      refusals.push(error);
      return [];
    });
    return {
      kind: 'records',
      isCardIfOne: true,
      records: shops,
      problem: () =>
        shops.length > 0
          ? undefined
          : nothingThere(
              `No shop belongs to ${domain}`,
              `Give the domain of the store on its commerce platform${otherForm(domain)}.`,
              refusals,
            ),
    };
  },
});

/** The DNS form of a name: lower-case ASCII without a port. Platforms usually store their domains in this form. */
const otherForm = (domain: string): string => {
  const plain = domainToASCII(domainName(domain));
  return plain === '' || plain === domain ? '' : `, perhaps as ${plain}`;
};
