import { command } from '../../cli/command.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { listingColumns } from '../../cli/listings/columns.ts';
import { previewed, printed } from '../../cli/preview.ts';
import { lineAgain } from '../../cli/shell-line.ts';
import type { ListingsEnd, ListingsSelection } from '../../client/listings.ts';
import { constant, text, toggle, wholeNumber } from '../../flags/value-kinds.ts';
import { pageSize, states } from '../../service/constants.ts';
import type { Listing } from '../../service/listing.ts';

const moreWords = 'There are more: say a higher --limit, or --all.';

/** How many a person is shown without asking for more. */
const defaultLimitOnTerminal = 50;

export const list = command({
  details: `Follows the pages by itself and shows each as it comes. On a terminal it stops after ${defaultLimitOnTerminal} unless told otherwise; elsewhere it goes on to the end.`,
  arguments: {},
  flags: {
    state: constant('STATE', states, 'Only listings in this state'),
    limit: wholeNumber('N', 'How many listings in all', { min: 1 }),
    all: toggle('All of them, on a terminal too'),
    pageSize: wholeNumber('N', `How many to ask for at once, ${pageSize.min} to ${pageSize.max}`, pageSize),
    after: text('CURSOR', 'Go on behind this cursor'),
    count: toggle('Print only how many there are'),
  },
  examples: [
    { does: 'What is on sale', line: 'resale listings list --state open' },
    { does: 'Every listing, a JSON object a line', line: 'resale listings list -o ndjson' },
    { does: 'Some of their fields', line: 'resale listings list --fields id,sku,availableInventory -o csv' },
    { does: 'How many are closed', line: 'resale listings list --state closed --count' },
  ],
  next: 'resale listings get ID',
  columns: listingColumns,
  passesThrough: true,
  check: ({ settings }, { flags }) => [
    ...(flags.all && flags.limit !== undefined ? [{ name: '--all', message: 'contradicts --limit' }] : []),
    ...(flags.count && settings.fields !== undefined
      ? [{ name: '--fields', message: 'does not go with --count, which prints a number' }]
      : []),
  ],
  async run(invocation, { flags }) {
    const client = await invocation.client();
    const { pageQuery, readListings } = await import('../../client/listings.ts');
    const onTerminal = invocation.io.stdout.isTTY === true && invocation.settings.out === undefined;
    const selection: ListingsSelection = {
      state: flags.state,
      limit: flags.limit ?? (onTerminal && !flags.all && !flags.count ? defaultLimitOnTerminal : undefined),
      pageSize: flags.pageSize,
      after: flags.after,
    };
    if (invocation.settings.dryRun)
      return previewed([client.preview('listListings', pageQuery(selection))], invocation.settings);

    let end: ListingsEnd = { repeated: 0 };
    async function* listings(): AsyncGenerator<Listing> {
      const pages = readListings(client, selection);
      for (let page = await pages.next(); ; page = await pages.next()) {
        if (page.done) {
          end = page.value;
          break;
        }
        yield* page.value;
      }
      if (end.repeated > 0)
        invocation.warn(
          `${end.repeated} ${end.repeated === 1 ? 'listing' : 'listings'} came twice, because the list changed meanwhile; each is shown once.`,
        );
    }
    if (flags.count) {
      let count = 0;
      for await (const _ of listings()) count++;
      return printed(`${count}\n`);
    }
    return {
      kind: 'records',
      records: listings(),
      columns: listingColumns,
      empty: 'No listings.',
      notice: () => {
        if (end.cut) return moreWords;
        return end.next && goingOn(invocation, end.next);
      },
    };
  },
});

/** How to see what follows: the same command again, from a cursor on. */
const goingOn = ({ line }: Invocation, cursor: string): string =>
  `There are more: ${lineAgain(line, { after: cursor, out: undefined })}`;
