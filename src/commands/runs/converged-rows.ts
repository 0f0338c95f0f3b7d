import { operationNamed } from '../../changes/operations.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { shortName } from '../../runs/folder/directory.ts';
import type { RecordedRun } from '../../runs/recorded-run.ts';
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

/** A run is undone once, so that they are restored by a run of their own. */
const restoringLine = ({ here, io }: Invocation, { directory, plan }: RecordedRun): string => {
  const isDelta = operationNamed(plan.head.operation)?.isDelta === true;
  const row = isDelta ? '{id, delta: (.before - .after)}' : '{id, quantity: .before, expect: .after}';
  const run = shortName(stateDirectory(io.env), directory.id);
  const rows = { rows: true, output: 'ndjson', jq: `select(.outcome == "converged") | ${row}` } as const;
  return `${runLine('show', { run }, rows)} | ${here(isDelta ? 'inventory adjust' : 'inventory set', [], { from: '-' })}`;
};
