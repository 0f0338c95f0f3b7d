import { operationNamed } from '../../changes/operations.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { anotherRun } from '../../runs/command/own-run.ts';
import { type RunDirectory, shortName } from '../../runs/folder/directory.ts';
import { planRows } from '../../runs/plan/plan-file.ts';
import { type RecordedRun, recordedRows } from '../../runs/recorded-run.ts';
import { proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { runLine } from '../../words/resale-line.ts';

/** Whether converged rows are restored, too, which somebody else may have changed. */
export const restoresConverged = async (
  invocation: Invocation,
  undone: RecordedRun,
  { converged }: { converged?: boolean | undefined },
): Promise<boolean> => {
  const found = undone.state.standing().counts.converged;
  if (converged || found === 0) return converged === true;
  const one = found === 1;
  const what = `${counted(found, 'row')} ${one ? 'was' : 'were'} found as wanted, and may have been changed by somebody else`;
  if (invocation.isInteractive() && !invocation.settings.dryRun) {
    const { confirm } = await import('../../terminal/prompts/ask-whether.ts');
    return confirm(invocation.questionIo(), `${what}. Restore ${one ? 'it' : 'them'}, too?`);
  }
  const left = `${what}: ${one ? 'it is' : 'they are'} left alone.`;
  invocation.warn(
    invocation.settings.dryRun
      ? `${left} With --converged, ${one ? 'it is' : 'they are'} restored, too.`
      : proposal(`${left} To restore ${one ? 'it' : 'them'}, too:`, restoringLine(invocation, undone)),
  );
  return false;
};

/** Rows that were found as wanted are restored by the undo of their run, or by a run of their own: a run is undone once. */
export const refuseLate = async (
  invocation: Invocation,
  recorded: RecordedRun,
  undo: RunDirectory,
): Promise<void> => {
  const restored = new Set<string | undefined>();
  for await (const { id } of planRows(undo.plan)) restored.add(id?.toLowerCase());
  const left = (await recordedRows(recorded)).filter(
    ({ outcome, id }) => outcome === 'converged' && !restored.has(id?.toLowerCase()),
  );
  if (left.length > 0)
    throw anotherRun(
      `the undo of ${recorded.directory.id} left ${counted(left.length, 'row')} alone that ${left.length === 1 ? 'was' : 'were'} found as wanted, and a run is undone once`,
      proposal('To restore what was found as wanted:', restoringLine(invocation, recorded)),
    );
};

const restoringLine = ({ here, io }: Invocation, { directory, plan }: RecordedRun): string => {
  const isDelta = operationNamed(plan.head.operation)?.isDelta === true;
  const row = isDelta ? '{id, delta: (.before - .after)}' : '{id, quantity: .before, expect: .after}';
  const run = shortName(stateDirectory(io.env), directory.id);
  const rows = { rows: true, output: 'ndjson', jq: `select(.outcome == "converged") | ${row}` } as const;
  return `${runLine('show', { run }, rows)} | ${here(isDelta ? 'inventory adjust' : 'inventory set', [], { from: '-' })}`;
};
