import type { RowReport } from '../report.ts';
import type { RunDirectory } from './directory.ts';
import { readJournal } from './read.ts';

/**
 * What became of the rows of a run, as its journal tells: the last word of each. A row whose request may have left
 * without an answer is unknown. Rows for which nothing had to be sent are not in the journal.
 */
export async function* rowsOfRun(directory: RunDirectory): AsyncGenerator<RowReport & { row: number }> {
  const rows = new Map<number, RowReport & { row: number }>();
  for await (const record of readJournal(directory.journal)) {
    if (record.kind === 'intent') {
      const { row, line, id = null, from = null } = record;
      const error = { code: 'unknown', message: 'the tool was stopped before it had the answer' };
      rows.set(row, { row, line, id, outcome: 'unknown', before: from, after: null, error });
    } else if (record.kind === 'outcome') {
      const { row, outcome, id, before = null, after = null, error = null } = record;
      const known = rows.get(row);
      if (known) rows.set(row, { ...known, id: id ?? known.id, outcome, before, after, error });
    } else if (record.kind === 'resolve') {
      const known = rows.get(record.row);
      if (record.as === 'retry') rows.delete(record.row);
      else if (known) rows.set(record.row, { ...known, outcome: record.as, error: null });
    }
  }
  yield* [...rows.values()].sort((one, other) => one.row - other.row);
}
