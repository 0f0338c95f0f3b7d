import { countWords, unknownWords } from '../../bulk/report.ts';
import { type Counts, outcomes } from '../../changes/outcome.ts';
import { a } from '../../json/schema.ts';
import type { Column, Field, Shown } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { localMinute } from '../../words/times.ts';
import type { Invocation } from '../invocation.ts';

/** A run that has only been planned, or that is damaged, has little more than a name. */
const ofReadable = { sometimes: true } as const;

const counts: Field = {
  field: 'counts',
  holds: a.object(Object.fromEntries(outcomes.map((outcome) => [outcome, a.count]))),
  ...ofReadable,
};
const inClosedListings: Field = {
  field: 'inClosedListings',
  holds: { ...a.count, description: 'How many rows left items in a CLOSED listing, which stays closed' },
  ...ofReadable,
};
const origin: Field = { field: 'origin', ...ofReadable };

/** The columns of a run. Widths are fixed, since rows are printed as they are read. */
export const runColumns: readonly Column[] = [
  { field: 'run', title: 'RUN', whole: true },
  {
    field: 'operation',
    ...ofReadable,
    title: 'OPERATION',
    whole: true,
    least: 'inventory adjust'.length,
    leaves: 4,
  },
  { field: 'state', title: 'STATE', role: 'run', whole: true, least: '… unfinished'.length },
  { field: 'rows', title: 'ROWS', align: 'right', least: '10000'.length, ...ofReadable, holds: a.count },
  { field: 'done', title: 'DONE', align: 'right', least: '10000'.length, ...ofReadable, holds: a.count },
  { field: 'applied', title: 'APPLIED', align: 'right', ...ofReadable, holds: a.count },
  { field: 'refused', title: 'REFUSED', leaves: 2, align: 'right', ...ofReadable, holds: a.count },
  { field: 'unknown', title: 'UNKNOWN', align: 'right', ...ofReadable, holds: a.count },
  {
    field: 'createdAt',
    holds: a.time,
    ...ofReadable,
    title: 'BEGAN',
    whole: true,
    least: '2026-11-22 12:00'.length,
    inWords: localMinute,
    leaves: 3,
  },
  { field: 'profile', ...ofReadable, title: 'PROFILE', least: 'production'.length, shortest: 24, leaves: 1 },
  {
    field: 'unknownLines',
    holds: a.listOf(a.count),
    ...ofReadable,
    title: 'UNKNOWN ROWS',
    below: true,
    inWords: (lines) => (Array.isArray(lines) && lines.length > 0 ? unknownWords(lines) : ''),
  },
  {
    field: 'undoes',
    holds: { ...a.orNull(a.text), description: 'The run that this one takes back' },
    ...ofReadable,
    title: 'UNDOES',
    below: true,
    inWords: (run) => (run == null ? '' : `undoes what ${run} changed`),
  },
  {
    field: 'undoneBy',
    holds: { ...a.orNull(a.text), description: 'The run that took this one back' },
    ...ofReadable,
    title: 'UNDONE BY',
    below: true,
    inWords: (run) => (run == null ? '' : `undone by ${run}`),
  },
  { field: 'error', title: 'ERROR', below: true, sometimes: true },
];

/** What is known of each run. */
export const runFields: readonly Field[] = [...runColumns, counts, inClosedListings, origin];

/** The columns of several runs. On a screen, the numbers add up to ROWS. Names that users gave may be longer than the first ones. */
export const runColumnsFor = (format: Format, runs: readonly { id: string }[]): readonly Column[] =>
  runColumns
    .filter(({ field }) => field !== 'applied' || !formats[format].isDrawn)
    .map((column) =>
      column.field === 'run' ? { ...column, least: Math.max(0, ...runs.map(({ id }) => id.length)) } : column,
    );

export const oneRunColumns: readonly Column[] = [
  ...runColumns,
  { ...origin, title: 'SERVICE' },
  { ...counts, title: 'COUNTS', inWords: (counts) => countWords(counts as Counts) },
  { ...inClosedListings, title: 'IN CLOSED LISTINGS' },
  { field: 'input', title: 'INPUT' },
  {
    field: 'options',
    title: 'OPTIONS',
    holds: a.mapOf(a.anything),
    inWords: (options) => optionWords(options as Shown),
  },
];

/** One run as a result. On a screen, one line has all counts. */
export const oneRun = (record: Shown, { settings, format }: Invocation): Result => {
  const isWhole = settings.fields !== undefined || !formats[format()].isDrawn;
  const { done, applied, refused, unknown, inClosedListings, ...others } = record;
  const counted = inClosedListings ? { ...others, inClosedListings } : others;
  return {
    kind: 'record',
    record: isWhole ? record : counted,
    columns: isWhole ? oneRunColumns : oneRunColumns.filter(({ field }) => field in counted),
  };
};

/** `{ onConflict: 'fail', mayClose: true }` → `onConflict fail, mayClose` */
export const optionWords = (options: Shown): string =>
  Object.entries(options)
    .filter(([, value]) => value !== false && JSON.stringify(value) !== '{}')
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join(', ');
