import type * as z from 'zod';
import type { endpoints } from '../service/endpoints.ts';
import type { Shown } from '../terminal/columns.ts';
import { resaleLine } from '../words/resale-line.ts';
import { dataNote, inputs, mostShown, outputs } from './schemas.ts';
import type { Ended, RunToolLine, Told, ToolLine } from './tool-line.ts';

/** Both if there is something to show in spite of the error. */
export interface ToolResult {
  result?: Readonly<Record<string, unknown>>;
  error?: Told | undefined;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** How to get what a result has no room for, in a sentence. */
  more: string;
  /** The endpoints it calls, from which its hints follow. */
  calls: readonly (keyof typeof endpoints)[];
  perform(input: never, run: RunToolLine): Promise<ToolResult>;
}

/** Lets the compiler check the input and the answer of a tool against its schemas. */
export const tool = <const I extends z.ZodObject, const O extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'output' | 'perform'> & {
    input: I;
    output: O;
    perform(input: z.output<I>, run: RunToolLine): Promise<{ result?: z.input<O>; error?: Told | undefined }>;
  },
): Tool => one as unknown as Tool;

/** What every result ends with. */
export const besides = ({ notices }: Pick<Ended, 'notices'>) => ({
  ...(notices.length > 0 ? { notices: notices.slice(0, mostShown) } : {}),
  note: dataNote,
});

const read = async <Result>(
  run: RunToolLine,
  line: ToolLine,
  show: (ended: Ended) => Result,
): Promise<{ result?: Result & ReturnType<typeof besides>; error?: Told }> => {
  const ended = await run(line);
  return ended.error === undefined
    ? { result: { ...show(ended), ...besides(ended) } }
    : { error: ended.error };
};

/** Where the next page of records begins. */
const following = (total: number, { offset, limit }: { offset: number; limit: number }) => ({
  total,
  ...(total > offset + limit ? { nextOffset: offset + limit } : {}),
});

const only = ({ records: [first = {} as Shown] }: Ended): Shown => first;

export const readingTools: readonly Tool[] = [
  tool({
    name: 'list_listings',
    title: 'List listings',
    description: `Lists the shop's listings a page at a time (at most ${mostShown}). To go on, call it again with after = next of the result.`,
    input: inputs.listListings,
    output: outputs.listListings,
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
      "Shows one listing. id may be any name of it: its id, the beginning of one (6 characters), its externalIdentifier or its sku; where a text could be read in two ways, give externalIdentifier or sku instead. Exactly one of the three. availableInventory is how many items are for sale. A whole id is one request; other names cost a pass over the shop's whole list.",
    input: inputs.getListing,
    output: outputs.getListing,
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
    input: inputs.lookupShops,
    output: outputs.lookupShops,
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
    input: inputs.feedStats,
    output: outputs.feedStats,
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
    input: inputs.feedDiff,
    output: outputs.feedDiff,
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
    description: `Lists what was changed from this machine, newest first: every applied plan and every undo is a run. An unfinished run was stopped; a person goes on with it by \`${resaleLine('runs resume', ['RUN'], { profile: 'PROFILE' })}\`. An unresolved one has rows that may or may not have been applied.`,
    input: inputs.listRuns,
    output: outputs.listRuns,
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
    input: inputs.showRun,
    output: outputs.showRun,
    more: 'nextOffset leads on.',
    calls: [],
    async perform({ run: name, unknown, ...window }, run) {
      const whole = await run({ path: 'runs show', operands: [name] });
      if (whole.error) return { error: whole.error };
      const flags = unknown ? { unknown: true as const } : { rows: true as const };
      return read(run, { path: 'runs show', flags, operands: [name], window }, ({ records, total }) => {
        const { rows: _, ...record } = only(whole);
        // Their form is checked when they are answered.
        const shown = { ...record, rows: [...records] } as unknown as z.input<typeof outputs.showRun>;
        return { ...shown, ...following(total, window) };
      });
    },
  }),
];
