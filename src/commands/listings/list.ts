import { CallError } from '../../http/call-error.ts';
import {
  isFilteredHere,
  type ListingsEnd,
  type ListingsSelection,
  pageQuery,
  readListings,
} from '../../http/listing-pages.ts';
import { type CommandAnswer, command, readsService } from '../../line/command.ts';
import { constant } from '../../line/flags/service-kinds.ts';
import { many, text, toggle, wholeNumber } from '../../line/flags/value-kinds.ts';
import { previewed } from '../../line/preview.ts';
import { Advised } from '../../line/usage-error.ts';
import { conditions, pageSize, states } from '../../service/constants.ts';
import { printed, type Show } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { beforeColumn, listingColumns } from './listing-columns.ts';

const defaultLimitOnTerminal = 50;

const listings: CommandAnswer = {
  shape: 'records',
  fields: listingColumns,
  record: async () => (await import('../../service/listing-schemas.ts')).listing,
  passesThrough: true,
};

export const list = command({
  details: `Follows all pages and shows each as it arrives. At a terminal it stops after ${defaultLimitOnTerminal} listings by default; elsewhere it continues to the end. The service filters only by state: --condition and --match read every page and leave the other listings out. Listings can't be found by the product number of the shop's commerce platform.`,
  effect: readsService,
  flags: {
    state: constant('STATE', states, 'Only listings in this state'),
    condition: many(constant('CONDITION', conditions, 'Only listings in this condition; repeatable')),
    match: text('TEXT', 'Only listings with TEXT in their SKU or external identifier, ignoring case'),
    limit: wholeNumber('N', 'Stop after N listings', { min: 1 }),
    all: toggle('All of them, even on a terminal'),
    pageSize: wholeNumber('N', `Listings per request, ${pageSize.min} to ${pageSize.max}`, pageSize),
    after: text('CURSOR', 'Continue after this cursor'),
    count: toggle('Print only how many there are'),
    before: toggle(
      'Add a column named before that holds the inventory; inventory set --from then changes only listings that still have it',
    ),
  },
  examples: [
    { does: 'What is on sale', line: 'resale listings list --state open' },
    {
      does: 'Good and excellent ones that are on sale',
      line: 'resale listings list --state open --condition good --condition excellent',
    },
    { does: 'Those whose SKU or identifier has a word in it', line: 'resale listings list --match parka' },
    { does: 'Every listing, one JSON object per line', line: 'resale listings list -o ndjson' },
    { does: 'Some of their fields', line: 'resale listings list --fields id,sku,availableInventory -o csv' },
    {
      does: 'To be edited in a spreadsheet and given to inventory set --from',
      line: 'resale listings list --before -o csv --out stock.csv',
    },
    { does: 'How many are closed', line: 'resale listings list --state closed --count' },
  ],
  next: 'resale listings get ID',
  answer: listings,
  answerWith: {
    before: { ...listings, fields: [...listingColumns, beforeColumn] },
    count: { ...listings, shape: 'count' },
  },
  conflicts: ['--limit --all', '--count --fields', '--count --before'],
  async run(invocation, { flags }) {
    const { state, condition, match, limit, all, pageSize, count: isCount, before } = flags;
    const onTerminal = invocation.io.stdout.isTTY === true && invocation.settings.out === undefined;
    const byDefault = onTerminal && !all && !isCount ? defaultLimitOnTerminal : undefined;
    const selection: ListingsSelection = {
      state,
      conditions: condition,
      match,
      limit: limit ?? byDefault,
      pageSize,
      after: flags.after,
    };
    const client = await invocation.client();
    if (invocation.settings.dryRun)
      return previewed([client.preview('listListings', pageQuery(selection))], invocation.settings);

    let end: ListingsEnd = { repeated: 0 };
    let count = 0;
    const listings = async (show: Show): Promise<void> => {
      let after: string | undefined;
      const pages = readListings(client, { ...selection, onAsk: (cursor) => (after = cursor) });
      const next = () =>
        pages.next().catch((error) => {
          const limit = invocation.line.flags.limit && `${Number(selection.limit) - count}`;
          // A file of --out is whole or not there.
          const isShown = count > 0 && !isCount && invocation.settings.out === undefined;
          if (!isShown || !(error instanceof CallError)) throw error;
          throw new Advised(error, proposal('For the rest:', lineAgain(invocation.line, { after, limit })));
        });
      let page = await next();
      for (; !page.done; count += page.value.length, page = await next())
        await show(
          before ? page.value.map((one) => ({ ...one, before: one.availableInventory })) : page.value,
        );
      end = page.value;
      if (end.next !== undefined) invocation.io.host?.rest(end.next);
      if (end.repeated > 0)
        invocation.warn(
          `${counted(end.repeated, 'listing')} came twice, because the list changed meanwhile; each is shown once.`,
        );
    };
    if (isCount) {
      await listings(async () => {});
      return printed(`${count}\n`);
    }
    return {
      kind: 'records',
      records: listings,
      empty: 'No listings.',
      written: () => (invocation.settings.jq === undefined ? counted(count, 'listing') : undefined),
      notice: () => {
        if (end.cut)
          return proposal(
            'There are more:',
            lineAgain(invocation.line, { all: true, limit: undefined, out: undefined }),
          );
        // The same command again, from a cursor on.
        const all =
          selection.limit === undefined || invocation.line.flags.limit ? '' : ' (--all lists all of them)';
        return (
          end.next &&
          proposal(
            `There ${isFilteredHere(selection) ? 'may be' : 'are'} more${all}:`,
            lineAgain(invocation.line, { after: end.next, out: undefined }),
          )
        );
      },
    };
  },
});
