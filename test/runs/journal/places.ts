import { join } from 'node:path';
import { type JournalEnd, type JournalRecord, readJournal } from '../../../src/runs/journal/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The path of a journal that is not there yet, for one test. */
export const newJournal = (): string => join(temporaryFolder(), 'journal.ndjson');

/** All that stands in a journal, and where it ends. */
export const contentsOf = async (path: string): Promise<{ records: JournalRecord[]; end: JournalEnd }> => {
  const records: JournalRecord[] = [];
  const reading = readJournal(path);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { records, end: value };
    records.push(value);
  }
};
