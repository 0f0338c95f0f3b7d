import * as z from 'zod/mini';
import { type AnsweredField, decisions, outcomes } from '../../changes/outcome.ts';
import type { Intent } from '../../changes/step.ts';
import type { RowCode } from '../../failure/codes.ts';

const count = z.int().check(z.minimum(1));
const moment = z.string();
/** Milliseconds since 1970. */
const time = z.exactOptional(z.int());

/** Any text is accepted, so that a code that is not used any more does not make a run unreadable. */
const code = z.custom<RowCode>((said) => typeof said === 'string');

/** The fields of an intent. The compiler reports a missing one, which would be written but not read. */
const intentFields = {
  id: z.exactOptional(z.string()),
  from: z.exactOptional(z.int()),
  to: z.exactOptional(z.int()),
  delta: z.exactOptional(z.int()),
  key: z.exactOptional(z.string()),
  had: z.exactOptional(z.array(z.string())),
  isClosed: z.exactOptional(z.literal(true)),
  wasRefused: z.exactOptional(z.boolean()),
} satisfies Record<keyof Intent, z.ZodMiniType>;

const answers = {
  url: z.exactOptional(z.string()),
  wanted: z.exactOptional(z.string()),
  condition: z.exactOptional(z.string()),
  state: z.exactOptional(z.string()),
} satisfies Record<AnsweredField, z.ZodMiniType>;

/**
 * `epoch`: a process begins or resumes the run. `intent`: a request is about to be sent. `resolve`: a person's decision.
 * `end`: all rows were reached.
 */
export const journalRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('epoch'), at: moment, tool: z.string(), pid: z.int() }),
  z.object({
    kind: z.literal('intent'),
    row: count,
    line: count,
    time,
    /** Why the answer is missing: the intent is then recorded a second time. */
    lost: z.exactOptional(z.string()),
    ...intentFields,
  }),
  z.object({
    kind: z.literal('outcome'),
    row: count,
    time,
    /** Only for rows without an intent, which needed no request. */
    line: z.exactOptional(count),
    outcome: z.enum(outcomes),
    /** The keys were refused, and nobody could see whether a gateway had delivered the change before that. */
    wasRefused: z.exactOptional(z.literal(true)),
    id: z.exactOptional(z.string()),
    before: z.exactOptional(z.nullable(z.int())),
    after: z.exactOptional(z.nullable(z.int())),
    error: z.exactOptional(z.object({ code, message: z.string() })),
    ...answers,
  }),
  z.object({
    kind: z.literal('resolve'),
    row: count,
    as: z.enum(decisions),
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
