import { outcomes } from '../changes/outcome.ts';
import { wantedBy } from '../changes/step.ts';
import { type Markup, markup } from '../html/document.ts';
import { leftOutWord, type ShownOutcome, shownOutcome } from '../runs/journal/row-state.ts';
import { resultWords } from '../runs/journal/state-words.ts';
import type { PlanHead, PlanOptions } from '../runs/plan/plan-lines.ts';
import { RowReasons } from '../runs/plan/row-reasons.ts';
import type { ShownRow as RecordedRow } from '../runs/recorded-run.ts';
import { nextOfRun } from '../runs/report/run-end.ts';
import type { runRecord } from '../runs/run-records.ts';
import { onLabel } from '../service/prices.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { marked } from '../terminal/marks.ts';
import { capitalized, figure } from '../words/counted.ts';
import { runLine } from '../words/resale-line.ts';
import { duration, localMoment } from '../words/times.ts';
import { barSection, tonedWord } from './figures.ts';
import type { Report } from './report-page.ts';
import { mostRows, type TableColumn } from './rows-table.ts';

interface RunFacts {
  record: ReturnType<typeof runRecord>;
  head: PlanHead;
  rows: readonly RecordedRow[];
  /** How long the run took, without pauses, in milliseconds. */
  worked: number;
}

interface ShownRow extends Omit<RecordedRow, 'outcome'> {
  outcome: ShownOutcome;
}

const shownOutcomes: readonly ShownOutcome[] = ['applied', 'closed', ...outcomes.slice(1), leftOutWord];
const words = shownOutcomes.map((outcome) => tonedWord('outcome', outcome));
const toLookAt: readonly ShownOutcome[] = ['refused', 'unknown', 'unsent'];

export const runReport = ({ record, head, rows, worked }: RunFacts): Report => {
  const all = rows.map((row): ShownRow => ({ ...row, outcome: shownOutcome(row) }));
  const closed = all.filter(({ outcome }) => outcome === 'closed').length;
  const counts = { ...record.counts, closed, [leftOutWord]: record.leftOut };
  counts.applied -= closed;
  counts.refused -= record.leftOut;
  const { columns, cells } = columnsOf(all, head.options);
  const isToLookAt = ({ outcome }: ShownRow) => toLookAt.includes(outcome);
  return {
    title: `Run ${record.run}`,
    unit: 'rows',
    columns,
    first: { label: 'To look at', words: toLookAt.map((outcome) => shownOutcomes.indexOf(outcome)) },
    // If the page has no room for all rows, rows to look at come first.
    rows: (all.length > mostRows
      ? [...all.filter(isToLookAt), ...all.filter((row) => !isToLookAt(row))]
      : all
    ).map(cells),
    summary: () => ({
      kind: `Run ${record.run}`,
      title: `${capitalized(record.operation)}, ${localMoment(new Date(record.createdAt))}`,
      lead: leadOf(record),
      next: nextOfRun(record, head, (verb, flags) => runLine(verb, record, flags)),
      facts: {
        Service: record.profile === record.origin ? record.origin : `${record.profile} (${record.origin})`,
        Input: head.input.path ?? 'piped',
        Undoes: record.undoes ?? undefined,
        'Undone by': record.undoneBy ?? undefined,
        Took: worked < 1000 ? undefined : duration(worked / 1000),
      },
      before: [
        barSection({
          title: 'What became of the rows',
          of: 'Outcome',
          bars: shownOutcomes
            .filter((outcome) => counts[outcome] > 0)
            .map((outcome) => ({ ...tonedWord('outcome', outcome), count: counts[outcome] })),
          total: record.rows,
        }),
        ...reasonsSection('are not done', all.filter(isToLookAt)),
        ...reasonsSection(
          'were left out',
          all.filter(({ outcome }) => outcome === leftOutWord),
        ),
      ],
    }),
  };
};

/** A constant of the service in words. */
const wordOf = (role: 'condition' | 'state', word: string | undefined): string | null =>
  word ? marked(role, word).trim() : null;

/** Why a row is not done, without its name, so that equal reasons are grouped. */
const reasonOf = ({ id, error }: ShownRow): string | null =>
  error &&
  (id
    ? error.message.replaceAll(` of ${id}`, '').replaceAll(` with the id ${id}`, '').replaceAll(id, 'it')
    : error.message);

/** Columns that are empty in all rows are left out. */
const columnsOf = (all: readonly ShownRow[], { currency }: PlanOptions) => {
  const every: readonly (TableColumn & { of: (row: ShownRow) => string | number | null })[] = [
    { title: 'Line', kind: 'number', of: ({ line }) => line },
    { title: 'Outcome', kind: 'word', words, of: ({ outcome }) => shownOutcomes.indexOf(outcome) },
    { title: 'Before', kind: 'number', of: ({ before }) => before },
    { title: 'Wanted', kind: 'number', of: ({ sent }) => (sent ? wantedBy(sent) : null) },
    { title: 'After', kind: 'number', of: ({ after }) => after },
    { title: 'Listing', kind: 'name', of: ({ name, id, sent }) => name ?? sent?.key ?? id },
    {
      title: 'Price',
      kind: 'text',
      of: ({ originalPrice: units }) => (units === undefined ? null : onLabel(units, currency)),
    },
    { title: 'Condition', kind: 'text', of: ({ condition }) => wordOf('condition', condition) },
    { title: 'State before', kind: 'text', of: ({ stateBefore }) => wordOf('state', stateBefore) },
    { title: 'URL', kind: 'text', isLink: true, of: ({ url }) => url ?? null },
    { title: 'Why', kind: 'text', of: reasonOf },
  ];
  const used = every.filter(({ kind, of }) => kind === 'word' || all.some((row) => of(row) !== null));
  return {
    columns: used.map(({ of: _, ...column }) => column),
    cells: (row: ShownRow) => used.map(({ of }) => of(row)),
  };
};

const leadOf = (record: RunFacts['record']): string => {
  const { rows, state } = record;
  if (rows === 0) return 'The run had no rows.';
  if (state === 'running')
    return `${resultWords(record)}. The run was still in progress when this report was made.`;
  return `${resultWords(record)}.${state === 'unfinished' ? ' The run was stopped before its end.' : ''}`;
};

const reasonsSection = (what: string, rows: readonly ShownRow[]): Markup[] => {
  const reasons = new RowReasons();
  for (const row of rows)
    reasons.add({ ...row, error: row.error && { ...row.error, message: reasonOf(row) ?? '' } });
  const items = reasons
    .words()
    .map(({ count, what }) => markup`<li><b>${figure(count)}</b> <span>${escapeControls(what)}</span></li>`);
  if (items.length === 0) return [];
  return [markup`<section><h2>Why rows ${what}</h2><ul class="reasons">${items}</ul></section>`];
};
