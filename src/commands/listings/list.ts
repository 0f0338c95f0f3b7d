import { command, readsService } from '../../cli/command.ts';
import { beforeColumn, listingColumns } from '../../cli/listings/columns.ts';
import { listListings } from '../../cli/listings/list-listings.ts';
import { constant } from '../../flags/service-kinds.ts';
import { many, text, toggle, wholeNumber } from '../../flags/value-kinds.ts';
import { conditions, pageSize, states } from '../../service/constants.ts';

const defaultLimitOnTerminal = 50;

export const list = command({
  details: `Follows all pages and shows each as it arrives. On a terminal it stops after ${defaultLimitOnTerminal} listings unless told otherwise; elsewhere it continues to the end. The service filters by state alone: --condition reads every page, and leaves the others out. Listings can't be found by the platform's product number.`,
  effect: readsService,
  flags: {
    state: constant('STATE', states, 'Only listings in this state'),
    condition: many(constant('CONDITION', conditions, 'Only listings in this condition; repeatable')),
    limit: wholeNumber('N', 'Stop after N listings', { min: 1 }),
    all: toggle('All of them, even on a terminal'),
    pageSize: wholeNumber('N', `How many to ask for at once, ${pageSize.min} to ${pageSize.max}`, pageSize),
    after: text('CURSOR', 'Continue after this cursor'),
    count: toggle('Print only how many there are'),
    before: toggle(
      'Add a column before with the inventory; inventory set --from then changes only listings that still have it',
    ),
  },
  examples: [
    { does: 'What is on sale', line: 'resale listings list --state open' },
    {
      does: 'Good ones and better that are on sale',
      line: 'resale listings list --state open --condition good --condition excellent',
    },
    { does: 'Every listing, one JSON object per line', line: 'resale listings list -o ndjson' },
    { does: 'Some of their fields', line: 'resale listings list --fields id,sku,availableInventory -o csv' },
    {
      does: 'To be edited in a spreadsheet and given to inventory set --from',
      line: 'resale listings list --before -o csv --out stock.csv',
    },
    { does: 'How many are closed', line: 'resale listings list --state closed --count' },
  ],
  next: 'resale listings get ID',
  answer: ({ before, count }) => ({
    shape: count ? 'count' : 'records',
    fields: before ? [...listingColumns, beforeColumn] : listingColumns,
    record: async () => (await import('../../service/listing.ts')).listing,
    passesThrough: true,
  }),
  conflicts: ['--limit --all', '--count --fields', '--count --before'],
  async run(invocation, { flags: { state, condition, limit, all, pageSize, after, count, before } }) {
    const onTerminal = invocation.io.stdout.isTTY === true && invocation.settings.out === undefined;
    const byDefault = onTerminal && !all && !count ? defaultLimitOnTerminal : undefined;
    const selection = { state, conditions: condition, limit: limit ?? byDefault, pageSize, after };
    return listListings(invocation, selection, { count, before });
  },
});
