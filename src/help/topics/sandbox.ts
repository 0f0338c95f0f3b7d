import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { lowestCondition, missingProductPrefix } from '../../sandbox/api/handlers.ts';
import { newFeedPath } from '../../sandbox/api/service-api.ts';
import { namedFaults } from '../../sandbox/faults/spec.ts';
import { operatorPath, shopPath } from '../../sandbox/page/paths.ts';
import { defaultContents } from '../../sandbox/sandbox-options.ts';
import { catalogueProduct } from '../../sandbox/state/catalogue.ts';
import { firstContents } from '../../sandbox/state/first-listings.ts';
import { sandboxShops } from '../../sandbox/state/shops.ts';
import type { Part } from '../help-lines.ts';

const { products, listings, seed } = defaultContents;

const openListings = firstContents(seed, listings).listings.filter(
  ({ state, creation }) => state === 'OPEN' && creation.externalIdentifier !== undefined,
);

/** A few that are for sale, and one that is open with none. */
const shownListings = [
  ...openListings.filter(({ availableInventory }) => availableInventory > 0).slice(0, 3),
  ...openListings.filter(({ availableInventory }) => availableInventory === 0),
];

export const sandbox: readonly Part[] = [
  'A disposable local service: every endpoint, rule, limit and state change, over real HTTP on 127.0.0.1. It starts with the same shops, products and listings every time, and a profile named sandbox reaches it without any setup.',
  {
    lines: [
      'resale sandbox exec -- resale listings list --limit 3',
      'resale sandbox exec -- bash',
      'resale sandbox start',
      'resale --profile sandbox listings list',
    ],
  },
  '`sandbox exec` starts one on free ports for a command or a script, and stops it afterwards; `sandbox start` runs one in the foreground until you stop it, and --keep FILE keeps its listings.',
  { heading: 'Base URL and keys' },
  {
    rows: [
      ['Base URL', `${sandboxProfile.baseUrl} (\`sandbox start\`; --port sets another)`],
      ['Client id', sandboxProfile.clientId],
      ['API key', `${sandboxProfile.apiKey}; others are refused with 403`],
    ],
  },
  { heading: 'In a browser' },
  {
    rows: [
      [
        shopPath,
        'its shops as a buyer sees them; the url of a listing that you create leads to it, and buying one there takes one from its inventory',
      ],
      [
        operatorPath,
        'the requests as they come, with their bodies; faults and limits to switch while it runs; the time of the next feed, and a button that publishes one at once',
      ],
    ],
  },
  { heading: 'Shops: identifier, and the domains of their stores' },
  { rows: sandboxShops.map(({ id, domains }) => [id, domains.join(', ')] as const) },
  { heading: `Listings to try, of ${listings}` },
  {
    rows: shownListings.map(
      ({ sku, availableInventory, creation }) =>
        [
          `${creation.externalIdentifier}`,
          `${sku}, ${availableInventory || 'open with none'} for sale`,
        ] as const,
    ),
  },
  { heading: 'Products' },
  {
    rows: [
      ['A free SKU', `${catalogueProduct(seed, listings).identifiers.COMMERCE_SKU}; any other will do`],
      [`${missingProductPrefix}…`, 'product identifiers that begin like this are unknown'],
      ['Grades', `any word but the five conditions becomes ${lowestCondition}`],
      [
        'The feed',
        `${products} products; --products N makes it exactly N long. Listings that you create are in the next one, a quarter past the hour`,
      ],
      [
        'A new feed',
        `every N seconds with --feed-every N; at once with \`resale api POST ${newFeedPath}\`, or with a button on ${operatorPath}`,
      ],
    ],
  },
  "A closed listing takes updates and stays closed; with --reopens, it is open again once it gains inventory. The service's API allows either.",
  "It answers 400 if a rule is broken, or a field or parameter is not one of the service's, 403 without the right keys, 404 for what is not there, 405 and 415 for a wrong method or content type, 409 if the inventory is not the expected one, and 429 if the feed's link is requested too often, or if there are more requests than --rate allows (`--rate 100/s --burst 20`, to rehearse with). `resale sandbox openapi` prints its description.",
  '`resale sandbox --help` lists its commands.',
];

export const faults: readonly Part[] = [
  'To test a script against failures, `--faults` injects them: each fault hits a share of the requests (500=5%), and the shares add up to at most 100%. Only lag is a time (lag=150ms), by which all reads of listings are late. The same --seed gives the same faults for the same requests.',
  { rows: namedFaults },
  { heading: 'Examples' },
  {
    lines: [
      "resale sandbox exec --faults '500=5%,429=10%,lost-answer=2%' -- ./restock.sh",
      "resale sandbox exec --faults 'gateway-page=20%,lag=150ms' -- ./restock.sh",
      "resale sandbox start --faults 'slow=50%' --seed 7",
    ],
  },
  'A single request can ask for a fault with the header X-Sandbox-Fault, if the sandbox was started with --faults. The request log names the fault of each request; the page of `sandbox start` also shows the answers that were lost.',
];
