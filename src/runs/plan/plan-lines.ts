import * as z from 'zod/mini';
import { onConflictChoices } from '../../changes/change-errors.ts';
import type { PlannedFields } from '../../changes/operation.ts';
import type { Outcome } from '../../changes/outcome.ts';
import type { RowCode } from '../../failure/codes.ts';
import { form } from '../rows/write-rows.ts';

/* The lines of a plan: its head, its rows, and its end. */

const toggle = z.optional(z.boolean());
const number = z.optional(z.number());
const text = z.optional(z.string());
const wholeNumber = z.int().check(z.minimum(0));
const whole = z.optional(wholeNumber);
const texts = z.optional(z.array(z.string()));

/** The flags of a run that decide how its rows are read, checked and sent. */
const planOptions = z.object({
  direct: toggle,
  anyConstants: toggle,
  deriveExternalId: toggle,
  currency: text,
  onConflict: z.enum(onConflictChoices),
  sheet: text,
  skipInvalid: toggle,
  ignoreExtra: toggle,
  maxClose: number,
  maxChange: number,
  defaults: z.optional(z.record(z.string(), z.unknown())),
});
export type PlanOptions = z.infer<typeof planOptions>;

const version = 1;

export const headLine = z.object({
  resalePlan: z.literal(version),
  id: z.string(),
  operation: z.string(),
  origin: z.string(),
  clientId: text,
  /** Undefined if the credentials came from the environment. */
  profile: text,
  createdAt: z.string(),
  tool: z.string(),
  input: z.object({
    /** Undefined if the input came through a pipe. */
    path: text,
    sha256: z.string(),
    /** Of what the saved plan was made of, if the input is one. */
    madeOf: text,
  }),
  form,
  options: planOptions,
  /** Rows are sent from the inventories that the plan has, even if they have changed since. */
  pinned: toggle,
  /** Whether a row may close its listing although the plan does not say so of it. */
  mayCloseMore: toggle,
  /** The number of parts that it is sent in. */
  parts: z.optional(z.int().check(z.minimum(1))),
  /** Where the rows that are not done are written at the end. */
  failedOut: text,
  /** The run that it takes back. */
  undoes: text,
});
/** The service, the input and the options of a plan. */
export type PlanHead = z.infer<typeof headLine>;

const decided = ['unchanged', 'skipped', 'refused'] as const satisfies readonly Outcome[];

export const rowLine = z.object({
  /** Its place in the file, from 1; blank rows count. */
  row: z.int().check(z.minimum(1)),
  /** The number that a person sees: its line, or in a JSON array the item's number. */
  line: z.int().check(z.minimum(1)),
  name: text,
  effect: z.string(),
  id: text,
  from: whole,
  to: whole,
  delta: z.optional(z.int()),
  direct: toggle,
  pinned: toggle,
  isClosed: toggle,
  guard: z.optional(z.object({ state: text, condition: text })),
  payload: z.optional(z.record(z.string(), z.unknown())),
  had: texts,
  group: text,
  closes: toggle,
  /** Of a row that sends nothing. */
  outcome: z.optional(z.enum(decided)),
  before: whole,
  after: whole,
  error: z.optional(
    z.object({ code: z.custom<RowCode>((value) => typeof value === 'string'), message: z.string() }),
  ),
  /** Its text in the file. */
  raw: text,
} satisfies Record<keyof PlannedFields, z.ZodMiniType> & Record<string, z.ZodMiniType>);
/** The request for a row, or why it needs none. */
export type PlanRow = z.infer<typeof rowLine>;

export const endLine = z.object({
  planEnd: wholeNumber,
  unchanged: wholeNumber,
  skipped: wholeNumber,
  refused: wholeNumber,
  leftOut: wholeNumber,
  closings: wholeNumber,
  sum: z.string(),
});
export type PlanEnd = z.infer<typeof endLine>;

/** The end of a plan without rows. */
export const noEnd = (): Omit<PlanEnd, 'sum'> => ({
  ...{ planEnd: 0, unchanged: 0, skipped: 0, refused: 0, leftOut: 0, closings: 0 },
});

/** Whether --skip-invalid leaves a row at fault out of the run. */
export const isLeftOut = ({ effect, outcome }: PlanRow, { options }: PlanHead): boolean =>
  options.skipInvalid === true && effect === 'fault' && outcome === 'refused';

/** Counts a row into the end of its plan. */
export const countRow = (end: Omit<PlanEnd, 'sum'>, row: PlanRow, head: PlanHead): void => {
  const { outcome, closes } = row;
  end.planEnd += 1;
  if (outcome !== undefined) end[outcome] += 1;
  if (isLeftOut(row, head)) end.leftOut += 1;
  if (closes) end.closings += 1;
};
