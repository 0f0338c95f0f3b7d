import { z } from 'zod';
import { rowOutcomes } from '../outcome.ts';

const count = z.int().min(1);
const moment = z.string();

/**
 * What a journal may say: a process begins or goes on (`epoch`), a row's request is about to leave (`intent`), what
 * became of the row (`outcome`), what a person decided about it (`resolve`), the run is over (`end`).
 */
export const journalRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('epoch'), at: moment, tool: z.string(), pid: z.int() }),
  z.object({
    kind: z.literal('intent'),
    row: count,
    line: count,
    id: z.string().exactOptional(),
    from: z.int().exactOptional(),
    to: z.int().exactOptional(),
    delta: z.int().exactOptional(),
    key: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('outcome'),
    row: count,
    outcome: z.enum(rowOutcomes),
    id: z.string().exactOptional(),
    before: z.int().nullable().exactOptional(),
    after: z.int().nullable().exactOptional(),
    error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  }),
  z.object({
    kind: z.literal('resolve'),
    row: count,
    as: z.enum(['applied', 'refused', 'retry']),
    at: moment,
  }),
  z.object({
    kind: z.literal('end'),
    exitCode: z.int(),
    counts: z.record(z.string(), z.int()),
    at: moment,
  }),
]);

export type JournalRecord = z.infer<typeof journalRecord>;
