import type { Job } from '../../bulk/job.ts';
import { counted } from '../../words/counted.ts';
import { askBeforeRun, changesSomething } from '../bulk/ask.ts';
import type { Invocation } from '../invocation.ts';
import { countsSoFar } from './columns.ts';
import type { RecordedRun } from './files.ts';

/** That rows whose requests may have left are no part of a plan. */
export const openWords = (rows: number): string =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} no answer yet, and would only be looked at. The plan is of the others.`;

/** Asks as the run itself did, where someone is there; who began it in a script has said already what it may do. */
export const askBeforeGoingOn = async (invocation: Invocation, job: Job): Promise<boolean> => {
  if (invocation.canAsk() || invocation.settings.yes) return askBeforeRun(invocation, job);
  if (changesSomething(job.totals.effects)) await invocation.mayChange('many');
  return false;
};

/** Which run goes on, and how far it came: nobody may have named it. */
export const leftWords = (recorded: RecordedRun): string => {
  const { directory, manifest, state } = recorded;
  const what = manifest.undoes === undefined ? manifest.operation : `undo of ${manifest.undoes}`;
  const left = countsSoFar(recorded).unsent + state.openRows().length;
  return `Going on with run ${directory.id} (${what}): ${left} of ${counted(manifest.rows, 'row')} left.`;
};
