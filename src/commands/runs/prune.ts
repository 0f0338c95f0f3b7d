import { rm } from 'node:fs/promises';
import { DamagedRun } from '../../bulk/journal/errors.ts';
import { command } from '../../cli/command.ts';
import { runColumns } from '../../cli/runs/columns.ts';
import { wholeNumber } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Shown } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 30;

export const prune = command({
  details:
    'Removes the records of finished runs. Runs that are unfinished, have unknown rows or are damaged are never removed.',
  arguments: {},
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
  columns: runColumns,
  async run(invocation, { flags }) {
    const [{ listRuns }, { readRun, runRecord }] = await Promise.all([
      import('../../bulk/journal/directory.ts'),
      import('../../bulk/journal/recorded-run.ts'),
    ]);
    const before = Date.now() - (flags.olderThan ?? defaultDays) * dayMs;
    const old: { path: string; shown: Shown }[] = [];
    for (const directory of await listRuns(stateDirectory(invocation.io.env))) {
      const recorded = await readRun(directory).catch((error: unknown) => {
        if (error instanceof DamagedRun) return undefined;
        throw error;
      });
      if (!recorded || Date.parse(recorded.manifest.createdAt) > before) continue;
      const shown = await runRecord(recorded);
      if (shown.state === 'finished') old.push({ path: directory.path, shown });
    }
    if (old.length > 0 && !invocation.settings.dryRun) {
      await invocation.confirm(`This removes the records of ${counted(old.length, 'finished run')}. Go on?`);
      for (const { path } of old) await rm(path, { recursive: true });
    }
    return {
      kind: 'records',
      records: old.map(({ shown }) => shown),
      columns: runColumns,
      empty: 'No runs to remove.',
    };
  },
});
