import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { directoryOf } from '../../../src/runs/folder/directory.ts';
import { RunLocked } from '../../../src/runs/journal/journal-errors.ts';
import { lockRun } from '../../../src/runs/journal/lock.ts';

// A process of its own that tries to lock each run whose path it is given on a line, and says what came of it.
for await (const path of createInterface({ input: process.stdin })) {
  const said = await lockRun(directoryOf(dirname(dirname(path)), basename(path))).then(
    () => 'locked',
    (error: unknown) => {
      if (!(error instanceof RunLocked)) throw error;
      return 'refused';
    },
  );
  process.stdout.write(`${said}\n`);
}
