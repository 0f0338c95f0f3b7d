import { writeSync } from 'node:fs';
import { type Journal, openJournal } from '../../../src/runs/journal/journal.ts';
import { JournalFailed } from '../../../src/runs/journal/journal-errors.ts';
import { journalStart } from '../../../src/runs/journal/records.ts';

// A process of its own that keeps rows, a few at a time, and says of each when it was told that it is kept:
// node appender.mjs JOURNAL ROWS AT-ONCE. Where the journal fails, it says how, and tries in vain to go on.
const [path = '', rows = '', atOnce = ''] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

const appendAll = async (journal: Journal): Promise<void> => {
  let next = 1;
  const appender = async () => {
    while (next <= Number(rows)) {
      const row = next++;
      await journal.append({ kind: 'sent', row, line: row + 1, id: `listing-${row}` });
      say(`kept ${row}`);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, appender));
};

const journal = await openJournal(path, journalStart);
try {
  await appendAll(journal);
  await journal.close();
} catch (error) {
  if (!(error instanceof JournalFailed)) throw error;
  say(`failed ${(error.cause as NodeJS.ErrnoException).code}`);
  for (const again of [
    () => journal.append({ kind: 'sent', row: 1, line: 2 }),
    async () => journal.enqueue({ kind: 'sent', row: 1, line: 2 }),
    () => journal.flush(),
    () => journal.close(),
  ])
    say(
      await again().then(
        () => 'went on',
        (reason: unknown) => (reason === error ? 'refused' : String(reason)),
      ),
    );
}
