import { sep } from 'node:path';
import { outcomes } from '../../changes/outcome.ts';
import { a } from '../../json/schema.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Advice } from '../../words/advice.ts';
import { figure } from '../../words/counted.ts';
import { flagName, runLine } from '../../words/resale-line.ts';
import { dayAndTime } from '../../words/times.ts';
import { shortRunName } from '../folder/run-names.ts';
import type { Standing } from '../journal/run-state.ts';
import { resultWords } from '../journal/state-words.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import type { runRecord } from '../run-records.ts';
import { nextOfRun } from './run-end.ts';

/** Runs that are planned or damaged lack these fields. */
const ofReadable = { optional: true } as const;

const countOf = (field: string, description?: string): Column => ({
  ...{ field, title: field.toUpperCase(), align: 'right', ...ofReadable },
  schema: { ...a.count, ...(description && { description }) },
});
const counts: Column = {
  ...{ field: 'counts', title: 'RESULT', ...ofReadable },
  schema: a.object(Object.fromEntries(outcomes.map((outcome) => [outcome, a.count]))),
};
const leftOut = countOf('leftOut', 'How many refused rows are invalid ones that --skip-invalid left out');
const inClosedListings = countOf('inClosedListings', 'How many rows left stock in a listing that was CLOSED');
const closed = countOf('closed', 'How many rows closed their listings');
const parts: Column = {
  field: 'parts',
  title: 'PARTS HERE',
  schema: { ...a.orNull(a.text), description: 'How many parts of a run in parts are here: 2 of 8' },
  ...ofReadable,
};
const origin: Column = { field: 'origin', title: 'SERVICE', ...ofReadable };

export const runColumns: readonly Column[] = [
  { field: 'run', title: 'RUN', whole: true },
  { field: 'operation', ...ofReadable, title: 'OPERATION', whole: true },
  { field: 'state', title: 'STATE', role: 'run', whole: true },
  ...['rows', 'done', 'applied', 'refused', 'unknown'].map((field) => countOf(field)),
  { field: 'createdAt', schema: a.time, ...ofReadable, title: 'BEGAN', whole: true },
  { field: 'profile', ...ofReadable, title: 'PROFILE' },
  { field: 'unknownLines', schema: a.listOf(a.count), ...ofReadable, title: 'IN DOUBT' },
  {
    field: 'undoes',
    schema: { ...a.orNull(a.text), description: 'The run that this one takes back' },
    ...ofReadable,
    title: 'UNDOES',
  },
  {
    field: 'undoneBy',
    schema: { ...a.orNull(a.text), description: 'The run that took this one back' },
    ...ofReadable,
    title: 'UNDONE BY',
  },
  { field: 'error', title: 'ERROR', below: true, optional: true },
];

export const runFields: readonly Column[] = [
  ...runColumns,
  counts,
  leftOut,
  inClosedListings,
  closed,
  parts,
  origin,
];

export const oneRunColumns: readonly Column[] = [
  ...runColumns,
  origin,
  counts,
  { ...leftOut, title: 'LEFT OUT' },
  { ...inClosedListings, title: 'IN CLOSED LISTINGS' },
  { ...closed, title: 'CLOSED' },
  parts,
  { field: 'input', title: 'INPUT' },
  { field: 'options', title: 'OPTIONS', schema: a.mapOf(a.anything) },
];

/** How a screen shows the fields of a run; `all` has the names of all runs, so that they can be shortened. */
const screenForms = ({ io }: Invocation, all: readonly string[]): Record<string, Partial<Column>> => {
  const short = (run: unknown) => (run == null ? '' : shortRunName(String(run), all));
  return {
    run: { inWords: short },
    createdAt: { inWords: (at) => dayAndTime(at, io.clock.now()) },
    rows: { inWords: (rows) => (rows == null ? '' : figure(rows as number)) },
    // A row that is left out was not refused.
    counts: {
      inWords: (counts, run) => {
        const within = run.inClosedListings ? ` (${run.inClosedListings} in closed listings)` : '';
        return counts ? resultWords(run as unknown as Standing) + within : '';
      },
      ...{ whole: true, leaves: 1, below: 'if left out' },
    },
    undoes: { title: 'UNDO', inWords: (run) => (run == null ? '' : `undoes what ${short(run)} changed`) },
    undoneBy: { title: 'UNDO', inWords: (run) => (run == null ? '' : `its undo: ${short(run)}`) },
    // As it was typed, where the file is below the folder that this is typed in.
    input: { inWords: (path) => String(path).replace(`${io.cwd}${sep}`, '') },
  };
};

const withWords = (fields: readonly string[], words: Record<string, Partial<Column>>): Column[] =>
  fields.flatMap((field) =>
    oneRunColumns
      .filter((column) => column.field === field)
      .map((column) => ({ ...column, ...words[field] })),
  );

/** On a screen: when each run began, what it did, how it ended, and its short name. */
export const runColumnsFor = (invocation: Invocation, all: readonly string[]): readonly Column[] => {
  if (!formats[invocation.format()].isDrawn) return runColumns;
  const words = screenForms(invocation, all);
  const below = withWords(['undoes', 'undoneBy', 'error'], words);
  return [
    ...withWords(['createdAt', 'operation', 'rows', 'state', 'counts', 'run'], words),
    ...below.map((column) => ({ ...column, below: true as const })),
  ];
};

const onCard = [
  ...['run', 'createdAt', 'operation', 'input', 'profile', 'rows', 'state', 'counts', 'parts'],
  ...['undoes', 'undoneBy'],
];

export const oneRun = (record: Shown, invocation: Invocation, all: readonly string[] = []) => {
  const { settings, format } = invocation;
  if (settings.fields !== undefined || !formats[format()].isDrawn)
    return { kind: 'record', record, columns: oneRunColumns } as const;
  const shown = withWords(onCard, screenForms(invocation, all)).filter(
    ({ field }) => record[field] && String(record[field]) !== '',
  );
  const chosen = Object.fromEntries(shown.map(({ field }) => [field, record[field]]));
  // A card would show the fields that have no column.
  const columns = shown.map(({ inWords, ...column }) => ({
    ...column,
    ...(inWords && { inWords: (value: unknown) => inWords(value, record) }),
  }));
  return { kind: 'record', record: chosen, columns } as const;
};

/** An option as it is typed, or `no --skip-invalid`. */
export const optionWord = (name: string, value: unknown): string => {
  if (name === 'defaults') return 'other values for all rows';
  if (name === 'currency') return value === undefined ? 'no currency' : `prices in ${value}`;
  const flag = flagName(name === 'anyConstants' ? 'noCheck' : name);
  if (value === undefined || value === false) return `no ${flag}`;
  return value === true ? flag : `${flag} ${value}`;
};

/**
 * The line to type next, for a terminal. It names the profile if another one is active. With the head of the plan, it also leads to
 * the rows that are not done.
 */
export const nextLine = async (
  { run, ...record }: Shown,
  all: readonly string[],
  { io, profile }: Invocation,
  head?: PlanHead,
): Promise<Advice | undefined> => {
  if (!io.stderr.isTTY) return undefined;
  // Where none can be used, the line says which one it needs.
  const active = await profile().catch(() => undefined);
  const isActive = active !== undefined && active.name === record.profile;
  const named = {
    ...record,
    run: shortRunName(String(run), all),
    ...(isActive ? { profile: undefined } : {}),
  };
  const facts = record as unknown as ReturnType<typeof runRecord>;
  return nextOfRun(facts, head, (verb, flags) => runLine(verb, named, flags));
};
