import { otherName } from '../../client/call-meaning.ts';
import { CallError } from '../../client/errors.ts';
import { type ListingsEnd, type ListingsSelection, pageQuery, readListings } from '../../client/listings.ts';
import { printed, type Result, type Show } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { Advised } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';

/** Shows listings page by page, or only counts them; with `before`, each with its inventory once more. If there are more, it says how to see them. */
export const listListings = async (
  invocation: Invocation,
  selection: ListingsSelection,
  { count: isCount, before }: { count: boolean; before: boolean },
): Promise<Result> => {
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
        throw new Advised(error, `For the rest: ${lineAgain(invocation.line, { after, limit })}`);
      });
    let page = await next();
    for (; !page.done; count += page.value.length, page = await next())
      await show(before ? page.value.map((one) => ({ ...one, before: one.availableInventory })) : page.value);
    end = page.value;
    if (end.next !== undefined) invocation.io.host?.rest(end.next);
    if (end.repeated > 0)
      invocation.warn(
        `${counted(end.repeated, 'listing')} came twice, because the list changed meanwhile; each is shown once.`,
      );
    if (end.longPage !== undefined)
      invocation.warn(
        `A page had ${end.longPage} listings, more than were asked for. ${otherName('probably has another name for the page size', 'query.pageSize')}`,
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
        return `There are more: ${lineAgain(invocation.line, { all: true, limit: undefined, out: undefined })}`;
      // The same command again, from a cursor on.
      const all =
        selection.limit === undefined || invocation.line.flags.limit ? '' : ' (or all of them with --all)';
      return (
        end.next &&
        `There ${selection.conditions ? 'may be' : 'are'} more${all}: ${lineAgain(invocation.line, { after: end.next, out: undefined })}`
      );
    },
  };
};
