import { changesMachine, command } from '../../line/command.ts';
import { wholeNumber } from '../../line/flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { runColumnsFor, runFields } from '../../runs/report/run-columns.ts';
import type { Shown } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 30;

export const prune = command({
  details:
    'Removes the records of ended runs, each with its undo, and plans older than a day that nobody agreed to. Runs that are running or unfinished, have rows in doubt, or are damaged are never removed.',
  effect: { ...changesMachine, asks: 'always' },
  flags: {
    olderThan: {
      ...wholeNumber('DAYS', 'Only runs that began at least this many days ago', { min: 0 }),
      default: defaultDays,
    },
  },
  examples: [
    { does: 'Those older than a month', line: 'resale runs prune --yes' },
    { does: 'All ended ones', line: 'resale runs prune --older-than 0 --yes' },
    { does: 'See which', line: 'resale runs prune --dry-run' },
  ],
  answer: { shape: 'records', fields: runFields },
  async run(invocation, { flags }) {
    const [{ runRecords }, { directoryOf }, { isWorkedOn }, { isOver, removeRun, removeLeftOvers }] =
      await Promise.all([
        import('../../runs/run-records.ts'),
        import('../../runs/folder/directory.ts'),
        import('../../runs/journal/lock.ts'),
        import('../../runs/remove-run.ts'),
      ]);
    const state = stateDirectory(invocation.io.env);
    const days = flags.olderThan ?? defaultDays;
    const folderOf = ({ run }: Shown) => directoryOf(state, String(run));
    const oldOnes = async (): Promise<Shown[]> => {
      const ofAge: Shown[] = [];
      const withOpenUndo = new Set<string>();
      for await (const run of runRecords(state, true)) {
        // An undo goes with its run, and keeps it while it has not ended.
        const [name = '', undo] = run.run.split('/');
        if (undo) {
          if (!isOver(run)) withOpenUndo.add(name);
          continue;
        }
        const isLeft = run.state === 'planned' && !isWorkedOn(folderOf(run));
        if (!isLeft && (!isOver(run) || withOpenUndo.has(name))) continue;
        // A person may still be reviewing the plan.
        const least = isLeft ? Math.max(days, 1) : days;
        if (Date.parse(String(run.createdAt)) <= invocation.io.clock.now() - least * dayMs) ofAge.push(run);
      }
      return ofAge;
    };
    const { dryRun } = invocation.settings;
    let old = await oldOnes();
    if (old.length > 0 && !dryRun) {
      await invocation.confirm(`This removes the records of ${counted(old.length, 'run')}.`);
      const removed: Shown[] = [];
      for (const run of old) if (await removeRun(folderOf(run), run)) removed.push(run);
      old = removed;
    }
    if (!dryRun) await removeLeftOvers(state);
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
