import { type Counts, countWords, unknownWords } from '../../bulk/report.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { localMinute } from '../../words/times.ts';

/** The columns of a run. Widths are fixed, since rows are printed as they are read. */
export const runColumns: readonly Column[] = [
  { field: 'run', title: 'RUN', whole: true },
  {
    field: 'operation',
    title: 'OPERATION',
    whole: true,
    least: 'inventory adjust'.length,
    gives: { 3: 0 },
  },
  { field: 'state', title: 'STATE', role: 'run', whole: true, least: '… unfinished'.length },
  { field: 'rows', title: 'ROWS', align: 'right', least: '10000'.length },
  { field: 'createdAt', title: 'BEGAN', whole: true, inWords: localMinute, gives: { 2: 0 } },
  { field: 'applied', title: 'APPLIED', short: 'APPL', align: 'right' },
  { field: 'refused', title: 'REFUSED', short: 'REF', align: 'right' },
  { field: 'unknown', title: 'UNKNOWN', short: 'UNKN', align: 'right' },
  { field: 'profile', title: 'PROFILE', gives: { 1: 0 } },
  {
    field: 'unknownLines',
    title: 'UNKNOWN ROWS',
    below: true,
    inWords: (lines) => (Array.isArray(lines) && lines.length > 0 ? unknownWords(lines) : ''),
  },
  {
    field: 'undoes',
    title: 'UNDOES',
    below: true,
    inWords: (run) => (run == null ? '' : `undoes what ${run} changed`),
  },
];

/** The columns of a list: names that users gave may be longer than those that are read first. */
export const listColumns = (runs: readonly { id: string }[]): readonly Column[] =>
  runColumns.map((column) =>
    column.field === 'run' ? { ...column, least: Math.max(0, ...runs.map(({ id }) => id.length)) } : column,
  );

/** The columns of a single run. */
export const oneRunColumns: readonly Column[] = [
  ...runColumns,
  { field: 'counts', title: 'COUNTS', inWords: (counts) => countWords(counts as Counts) },
  { field: 'input', title: 'INPUT' },
  { field: 'options', title: 'OPTIONS', inWords: (options) => optionWords(options as Shown) },
];

/** `{ onConflict: 'fail', mayClose: true }` → `onConflict fail, mayClose` */
const optionWords = (options: Shown): string =>
  Object.entries(options)
    .filter(([, value]) => value !== false)
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join(', ');
