import { resolve } from 'node:path';
import type { Outcome } from '../../changes/outcome.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { formatOfFile } from '../../terminal/formats.ts';
import { counted, figure } from '../../words/counted.ts';
import { endingOf } from '../journal/state-words.ts';
import { type Plan, planRows } from '../plan/plan-file.ts';
import { isInPart, type RecordedRun } from '../recorded-run.ts';
import { type Form, writeRows } from '../rows/write-rows.ts';

/** Refuses a file for rows whose ending says another form than theirs. */
export const checkEnding = (path: string, { format }: Form): void => {
  const own = endingOf(format);
  const ending = formatOfFile(path);
  if ((ending === undefined || ending === own) && !/\.gz$/i.test(path)) return;
  throw new UsageError([
    { name: '--failed-out', message: `must end in .${own}, the form of the input, not '${path}'` },
  ]);
};

/** Empties the file down to its header, so that nobody takes the rows of an earlier run for those of this one. */
export const emptyFailed = async ({ head }: Plan, path: string, { io }: Invocation): Promise<void> => {
  await writeRows(resolve(io.cwd, path), head.form, []);
};

/** Writes the texts of some rows of a plan, in the form of the input. Returns how many there were. */
export const writeRowsOf = (
  { plan, directory }: Pick<RecordedRun, 'plan' | 'directory'>,
  isWritten: (row: number, decided: Outcome | undefined) => boolean,
  path: string,
  { io }: Invocation,
): Promise<number> => {
  checkEnding(path, plan.head.form);
  const raws = async function* () {
    for await (const row of planRows(plan.path))
      if (isInPart(row, directory.part) && isWritten(row.row, row.outcome)) yield row.raw ?? '';
  };
  return writeRows(resolve(io.cwd, path), plan.head.form, raws());
};

/** Writes the rows that certainly were not applied: refused, left out, or never sent. Returns a notice, if there are any. */
export const writeFailed = async (
  run: Pick<RecordedRun, 'plan' | 'directory' | 'state'>,
  path: string,
  invocation: Invocation,
): Promise<string[]> => {
  const isFailed = (row: number, decided: Outcome | undefined) => {
    const outcome = decided ?? run.state.outcomeOf(row) ?? 'unsent';
    return outcome === 'refused' || outcome === 'unsent';
  };
  const count = await writeRowsOf(run, isFailed, path, invocation);
  const { unknown } = run.state.standing().counts;
  const are = unknown === 1 ? 'is' : 'are';
  const inDoubt = unknown === 0 ? '' : `; ${figure(unknown)} in doubt ${are} not among them`;
  const rows = `${counted(count, 'row')} that ${count === 1 ? 'was' : 'were'} not applied${inDoubt}`;
  return count + unknown === 0 ? [] : [`Written to ${path}: ${rows}.`];
};
