import { rm } from 'node:fs/promises';
import { changesMachine, command } from '../../cli/command.ts';
import { runColumnsFor, runFields } from '../../cli/runs/columns.ts';
import { wholeNumber } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Shown } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 30;

const ended: ReadonlySet<unknown> = new Set(['finished', 'failed']);

export const prune = command({
  details:
    'Removes the records of runs that have ended, and what is left of runs that were planned more than a day ago and never began. Runs that are running or unfinished, have rows in doubt or are damaged are never removed.',
  effect: { ...changesMachine, asks: 'always' },
  flags: {
    olderThan: {
      ...wholeNumber('DAYS', 'Only runs that began at least this many days ago', { min: 0 }),
      default: defaultDays,
    },
  },
  examples: [
    { does: 'Those older than a month', line: 'resale runs prune --yes' },
    { does: 'All finished ones', line: 'resale runs prune --older-than 0 --yes' },
    { does: 'See which', line: 'resale runs prune --dry-run' },
  ],
  answer: () => ({ shape: 'records', fields: runFields }),
  async run(invocation, { flags }) {
    const [{ runRecords }, { directoryOf, ownRuns, runsOf }, { isWorkedOn }, { unusable }] =
      await Promise.all([
        import('../../runs/recorded-run.ts'),
        import('../../runs/directory.ts'),
        import('../../runs/journal/lock.ts'),
        import('../../disk/own-files.ts'),
      ]);
    const state = stateDirectory(invocation.io.env);
    const days = flags.olderThan ?? defaultDays;
    const folderOf = ({ run }: Shown) => directoryOf(runsOf(state), String(run));
    const oldOnes = async (): Promise<Shown[]> => {
      const ofAge: Shown[] = [];
      const staying = new Set<unknown>();
      for await (const run of runRecords(state)) {
        // Somebody may still be looking at the plan: only a run with a name has a lock that tells.
        const isLeft = run.state === 'planned' && !isWorkedOn(folderOf(run));
        const least = isLeft ? Math.max(days, 1) : days;
        if (
          (isLeft || ended.has(run.state)) &&
          Date.parse(String(run.createdAt)) <= invocation.io.clock.now() - least * dayMs
        )
          ofAge.push(run);
        else staying.add(run.run);
      }
      // What an undo has set back must be known for as long as its run can be undone again. The oldest of them come first.
      for (const { run, undoes } of ofAge.toReversed()) if (staying.has(undoes)) staying.add(run);
      return ofAge.filter(({ run }) => !staying.has(run));
    };
    let old = await oldOnes();
    if (old.length > 0 && !invocation.settings.dryRun) {
      await invocation.confirm(`This removes the records of ${counted(old.length, 'run')}.`);
      // While the question was open, another process may have gone on with a run, or have begun another one of its name.
      const then = new Map(old.map(({ run, createdAt }) => [run, createdAt]));
      old = (await oldOnes()).filter(({ run, createdAt }) => then.get(run) === createdAt);
      for (const { path } of old.map(folderOf))
        try {
          // On Node 24, rmSync does not say why the system refuses it.
          await rm(path, { recursive: true });
        } catch (error) {
          throw unusable(error, path, 'removed', ownRuns.variable);
        }
    }
    const { dryRun } = invocation.settings;
    if (dryRun)
      invocation.warn(`This is a dry run: nothing was removed. ${counted(old.length, 'run')} would be.`);
    return {
      kind: 'records',
      records: old,
      columns: runColumnsFor(
        invocation,
        old.map(({ run }) => String(run)),
      ),
      sentence:
        dryRun || old.length === 0 ? undefined : `✓ Removed the records of ${counted(old.length, 'run')}`,
      empty: 'No runs to remove.',
    };
  },
});
