import * as z from 'zod';
import type { Shown } from '../terminal/columns.ts';
import { resaleLine } from '../words/resale-line.ts';
import { type Tool, type ToolResult, tool } from './tool.ts';
import type { Ended, RunToolLine, ToolLine } from './tool-line.ts';
import {
  changeRecord,
  counts,
  fieldsOfRun,
  listingRecord,
  mostShown,
  nameOfRun,
  page,
  pageOf,
  recordOfRun,
  reportedRow,
  shopRecord,
  statsRecord,
} from './tool-schemas.ts';

const read = async <Result>(
  run: RunToolLine,
  line: ToolLine,
  show: (ended: Ended) => Result,
): Promise<ToolResult<Result>> => {
  const ended = await run(line);
  const { error, notices } = ended;
  return error === undefined ? { result: show(ended), notices } : { error };
};

/** Where the next page of records begins. */
const following = (total: number, { offset, limit }: { offset: number; limit: number }) => ({
  total,
  ...(total > offset + limit ? { nextOffset: offset + limit } : {}),
});

const only = ({ records: [first = {} as Shown] }: Ended): Shown => first;

const shownRun = z.looseObject({
  ...fieldsOfRun,
  counts,
  rows: z.array(reportedRow).describe('Those of the run in the order of its lines; or the unknown ones'),
  ...pageOf,
});

export const readingTools: readonly Tool[] = [
  tool({
    name: 'list_listings',
    title: 'List listings',
    description: `Lists the shop's listings a page at a time (at most ${mostShown}). To go on, call it again with after = next of the result.`,
    input: z.strictObject({
      state: z.enum(['OPEN', 'CLOSED']).optional().describe('Only listings in this state'),
      limit: page.limit,
      after: z.string().optional().describe('The cursor where the list goes on: `next` of an earlier result'),
    }),
    output: z.object({
      listings: z.array(listingRecord),
      next: z
        .string()
        .optional()
        .describe('The cursor of the rest; missing at the end of the list, and where listings were left out'),
    }),
    more: 'Ask again with the same after and a smaller limit; its next leads on.',
    calls: ['listListings'],
    perform: ({ state, limit, after }, run) =>
      read(run, { path: 'listings list', flags: { state, limit: `${limit}`, after } }, (ended) => ({
        listings: [...ended.records],
        ...(ended.rest === undefined ? {} : { next: ended.rest }),
      })),
  }),
  tool({
    name: 'get_listing',
    title: 'Show a listing',
    description:
      "Shows one listing. id may be any name of it, whole: its id, its externalIdentifier or its sku; where a text could be read in two ways, give externalIdentifier or sku instead. Exactly one of the three. availableInventory is how many items are for sale. A whole id is one request; other names cost a pass over the shop's whole list.",
    input: z
      .strictObject({
        id: z.string().optional().describe('The id of the listing, or another name of it'),
        externalIdentifier: z.string().optional().describe("The shop's own identifier, in place of id"),
        sku: z.string().optional().describe('The SKU, in place of id'),
      })
      .refine((names) => Object.values(names).filter((name) => name !== undefined).length === 1, {
        message: 'give exactly one of id, externalIdentifier and sku',
      }),
    output: z.object({
      listing: listingRecord,
      others: z.array(listingRecord).optional().describe('Further listings of that name'),
    }),
    more: 'A person can see it with the command listings get.',
    calls: ['getListing', 'listListings'],
    perform: ({ id, externalIdentifier, sku }, run) =>
      read(
        run,
        {
          path: 'listings get',
          flags: { externalId: externalIdentifier, sku },
          operands: id === undefined ? [] : [id],
        },
        ({ records: [listing = {}, ...others] }) => ({ listing, ...(others.length > 0 ? { others } : {}) }),
      ),
  }),
  tool({
    name: 'lookup_shops',
    title: 'Look up shops',
    description: 'Finds the shops whose store is at a domain. The error not-found means that there is none.',
    input: z.strictObject({ domain: z.string().describe('The domain of the store') }),
    output: z.object({ shops: z.array(shopRecord) }),
    more: 'A person can see them with the command shops lookup.',
    calls: ['getShops'],
    perform: ({ domain }, run) =>
      read(run, { path: 'shops lookup', operands: [domain] }, ({ records }) => ({ shops: [...records] })),
  }),
  tool({
    name: 'feed_stats',
    title: 'Count the product feed',
    description:
      'Counts the products of the newest product feed by condition, brand, category, size and availability, and says how prices are distributed. Downloads the feed unless this machine has the one of this hour; that may take a while.',
    input: z.strictObject({
      top: z.int().min(1).max(mostShown).default(15).describe('How many values of a field to name'),
    }),
    output: z.object({ stats: statsRecord }),
    more: 'Ask again with a smaller top.',
    calls: ['getFeedLink'],
    perform: ({ top }, run) =>
      read(run, { path: 'feed stats', flags: { top: `${top}` }, isDocument: true }, (ended) => ({
        stats: only(ended),
      })),
  }),
  tool({
    name: 'feed_diff',
    title: 'Compare the two newest product feeds',
    description:
      'Shows which products were added, removed or changed (price, stock, availability, condition) between the two newest product feeds on this machine. It downloads nothing: feed_stats gets the newest one, and a new one appears about every hour.',
    input: z.strictObject(page),
    output: z.object({ changes: z.array(changeRecord), ...pageOf }),
    more: 'nextOffset leads on.',
    calls: [],
    perform: (window, run) =>
      read(run, { path: 'feed diff', window }, ({ records, total }) => ({
        changes: [...records],
        ...following(total, window),
      })),
  }),
  tool({
    name: 'list_runs',
    title: 'List runs',
    description: `Lists what was changed from this machine, newest first: every applied plan is a run, and its undo is the run RUN/undo. An unfinished run was stopped; a person continues it by \`${resaleLine('runs resume', ['RUN'], { profile: 'PROFILE' })}\`. An unresolved one has rows that may or may not have been applied.`,
    input: z.strictObject(page),
    output: z.object({ runs: z.array(recordOfRun), ...pageOf }),
    more: 'nextOffset leads on.',
    calls: [],
    perform: (window, run) =>
      read(run, { path: 'runs list', window }, ({ records, total }) => ({
        runs: [...records],
        ...following(total, window),
      })),
  }),
  tool({
    name: 'show_run',
    title: 'Show a run',
    description:
      'Shows how far a run has got, its counts by outcome, and what became of each row: applied (confirmed), converged (the wanted value is there), unchanged, skipped, refused (certainly not applied), unsent (not reached), unknown (may or may not have been applied: never apply such a row again, tell a person). Long runs come in pages.',
    input: z.strictObject({
      run: nameOfRun,
      unknown: z.boolean().default(false).describe('Only the rows whose outcome is unknown'),
      ...page,
    }),
    output: shownRun,
    more: 'nextOffset leads on.',
    calls: [],
    async perform({ run: name, unknown, ...window }, run) {
      const whole = await run({ path: 'runs show', operands: [name] });
      if (whole.error) return { error: whole.error };
      const flags = { rows: true as const, ...(unknown && { jq: 'select(.outcome == "unknown")' }) };
      return read(run, { path: 'runs show', flags, operands: [name], window }, ({ records, total }) => {
        const { rows: _, ...record } = only(whole);
        // Their form is checked when they are answered.
        const shown = { ...record, rows: [...records] } as unknown as z.input<typeof shownRun>;
        return { ...shown, ...following(total, window) };
      });
    },
  }),
];
