import { access } from 'node:fs/promises';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { JournalEnd } from '../../bulk/journal/read.ts';
import type { Counts } from '../../bulk/report.ts';
import { ResumeState } from '../../bulk/resume-state.ts';
import type { Invocation } from '../invocation.ts';

/** A run as its files tell of it. */
export interface RecordedRun {
  directory: RunDirectory;
  manifest: Manifest;
  state: ResumeState;
  journalEnd: JournalEnd;
}

const stateDirectoryOf = async ({ io }: Invocation): Promise<string> => {
  const { stateDirectory } = await import('../../profiles/directories.ts');
  return stateDirectory(io.env);
};

/** The directories of all runs, newest first. */
export const allRuns = async (invocation: Invocation): Promise<RunDirectory[]> => {
  const { listRuns } = await import('../../bulk/journal/directory.ts');
  return listRuns(await stateDirectoryOf(invocation));
};

/** The directory of the run with a name. */
export const runNamed = async (invocation: Invocation, id: string): Promise<RunDirectory> => {
  const { openRunDirectory } = await import('../../bulk/journal/directory.ts');
  return openRunDirectory(await stateDirectoryOf(invocation), id);
};

/** Whether it ever came to a run: a tool that was stopped before it had written the manifest sent nothing. */
export const hasBegun = ({ manifest }: RunDirectory): Promise<boolean> =>
  access(manifest).then(
    () => true,
    () => false,
  );

/** Reads what a run was to do, and what became of it. */
export const readRun = async (directory: RunDirectory): Promise<RecordedRun> => {
  const [{ readManifest }, { readJournal }] = await Promise.all([
    import('../../bulk/journal/manifest.ts'),
    import('../../bulk/journal/read.ts'),
  ]);
  const manifest = await readManifest(directory);
  const state = new ResumeState();
  const records = readJournal(directory.journal);
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done) return { directory, manifest, state, journalEnd: next.value };
    state.take(next.value);
  }
};

/**
 * How many rows came to which outcome; together they are all rows. As long as a run is unfinished, a row whose answer was
 * lost counts as unknown, and one that was not sent as unsent, even if nothing will have to be sent for it.
 */
export const countsSoFar = ({ manifest, state }: Pick<RecordedRun, 'manifest' | 'state'>): Counts => {
  const counts = { ...state.counts(), unknown: state.unknownRows().length };
  if (state.end !== undefined) return counts;
  const told = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, unsent: Math.max(0, manifest.rows - told) };
};
