import { createInterface } from 'node:readline';
import { RunLocked } from '../../../src/bulk/journal/errors.ts';
import { lockRun } from '../../../src/bulk/journal/lock.ts';

// A process of its own that tries to take each lock whose path it is given on a line, and says what came of it.
for await (const lock of createInterface({ input: process.stdin })) {
  const said = await lockRun({ lock }).then(
    () => 'locked',
    (error: unknown) => {
      if (!(error instanceof RunLocked)) throw error;
      return `refused: ${error.pid}`;
    },
  );
  process.stdout.write(`${said}\n`);
}
