import type { Operation } from '../../changes/operation.ts';
import { type AnsweredField, answeredFields, type Problem } from '../../changes/outcome.ts';
import { rowCodes } from '../../failure/codes.ts';
import { a } from '../../json/schema.ts';
import type { Column, Field } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import { replaceIds } from '../../terminal/message.ts';
import type { RowState } from '../journal/row-state.ts';
import type { PlanTotals } from '../plan/plan-totals.ts';

export const lineNumber: Column = { field: 'line', title: 'LINE', align: 'right', schema: a.count };
/** The width is fixed: rows arrive in batches, and the first ones may have no id. */
export const idColumn: Column = {
  field: 'id',
  schema: a.orNull(a.text),
  title: 'ID',
  whole: true,
  least: 36,
  namedBy: ['name'],
};
export const nameColumn: Column = { field: 'name', title: 'NAME', least: 12, shortest: 12, optional: true };
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', align: 'right', schema: a.orNull(a.integer) },
  { field: 'after', title: 'AFTER', align: 'right', schema: a.orNull(a.integer) },
];

export const errorColumn: Column = {
  field: 'error',
  schema: a.orNull(a.object({ code: a.oneOf(rowCodes), message: a.text })),
  title: 'ERROR',
  below: true,
  inWords: (error, { id, name }) =>
    replaceIds(inOneLine(error as Problem | null), new Map(name ? [[`${id}`, `${name}`]] : [])),
};

/** For an unconfirmed change, only the evidence: other columns have the rest. */
const inOneLine = (error: Problem | null): string =>
  (error?.code === 'unknown' ? error.message.split('; ').at(-1) : error?.message) ?? '';

const answer = { schema: a.orNull(a.text), optional: true } as const;
const grade = { ...answer, least: 'NEW_WITHOUT_TAGS'.length };

/** A shortened URL is useless, so a table shows it below its row. */
const answerColumns: Readonly<Record<AnsweredField, Column>> = {
  url: { field: 'url', title: 'URL', below: true, ...answer },
  wanted: { field: 'wanted', title: 'WANTED', ...grade },
  condition: { field: 'condition', title: 'CONDITION', role: 'condition', ...grade },
  stateBefore: {
    field: 'stateBefore',
    title: 'STATE BEFORE',
    role: 'state',
    least: '○ CLOSED'.length,
    leaves: 1,
    ...answer,
  },
};

const hasCells = (format: Format): boolean => formats[format].isDrawn || formats[format].isFlat;

const answerColumnsOf = (fields: readonly AnsweredField[]): Column[] =>
  fields.map((field) => answerColumns[field]);

/** In a format with cells, the column of states is left out if no row has one. */
export const answerColumnsFor = (
  fields: readonly AnsweredField[],
  totals: Pick<PlanTotals, 'inClosedListings'> | undefined,
  format: Format,
): Column[] =>
  answerColumnsOf(
    fields.filter(
      (name) => name !== 'stateBefore' || (totals?.inClosedListings ?? 0) > 0 || !hasCells(format),
    ),
  );

export const reportColumns: readonly Column[] = [
  lineNumber,
  idColumn,
  { field: 'outcome', title: 'OUTCOME', role: 'outcome', least: '✓ converged'.length },
  ...values,
  errorColumn,
];

const effect: Column = { field: 'effect', title: 'EFFECT', role: 'effect', least: '= unchanged'.length };

const planColumns: readonly Column[] = [lineNumber, idColumn, effect, ...values, errorColumn];

export const planFields: readonly Field[] = [
  ...planColumns,
  { field: 'externalIdentifier', optional: true },
  { field: 'payload', schema: a.mapOf(a.anything), optional: true },
];

type Rows = Pick<PlanTotals, 'hasNames' | 'inClosedListings'>;

/** Adds names if the file uses them, and drops before and after if there is no inventory. */
const onScreen = (
  columns: readonly Column[],
  operation: Operation,
  { hasNames }: Pick<Rows, 'hasNames'>,
): readonly Column[] => {
  const known = operation.changesInventory ? columns : columns.filter((column) => !values.includes(column));
  return hasNames ? withNames(known) : known;
};

/** With the names in front, and ids last where there is room. */
export const withNames = (columns: readonly Column[]): readonly Column[] =>
  columns.flatMap((column) => (column === idColumn ? [{ ...idColumn, later: 1 }, nameColumn] : [column]));

export const reportColumnsFor = (operation: Operation, rows: Rows, format: Format): readonly Column[] => {
  const answers = answerColumnsFor(operation.answers, rows, format);
  if (formats[format].isDrawn) return [...onScreen(reportColumns, operation, rows), ...answers];
  return [...reportColumns, ...answers, ...(rows.hasNames || !hasCells(format) ? [nameColumn] : [])];
};

export const reportFields = (answers: readonly AnsweredField[] = answeredFields): readonly Field[] => [
  ...reportColumns,
  ...answerColumnsOf(answers),
  nameColumn,
];

/** The record of a row in a report. An unknown value is null; `stateBefore` and `name` appear only if they have a value. */
export const reportOf = (state: RowState, name: string | undefined, answers: readonly AnsweredField[]) => {
  const { line, id, outcome, before, after, error } = state;
  const answered = answers
    .filter((field) => field !== 'stateBefore' || state.stateBefore !== undefined)
    .map((field) => [field, state[field] ?? null]);
  return {
    ...{ line, id, outcome, before, after, error },
    ...Object.fromEntries(answered),
    ...(name !== undefined && { name }),
  };
};

/** What a listing is made of, which has no id yet. */
const ofNew: readonly Column[] = [
  { field: 'product', title: 'PRODUCT', shortest: 12 },
  answerColumns.condition,
  { field: 'price', title: 'PRICE', align: 'right' },
];

const ofGrade: readonly Column[] = [
  answerColumns.condition,
  { field: 'notes', title: 'NOTES', optional: true },
  { field: 'image', title: 'IMAGE', optional: true, below: true },
];

export const planColumnsFor = (
  operation: Operation,
  rows: Pick<Rows, 'hasNames'>,
  format: Format,
): readonly Column[] => {
  if (!formats[format].isDrawn) return planColumns;
  const known = onScreen(planColumns, operation, rows);
  if (operation.listing === 'may be there') return [...known.filter(({ field }) => field !== 'id'), ...ofNew];
  return operation.listing === 'none' ? [lineNumber, idColumn, ...ofGrade, errorColumn] : known;
};
