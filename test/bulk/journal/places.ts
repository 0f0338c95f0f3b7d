import { join } from 'node:path';
import { build } from 'rolldown';
import { type JournalEnd, readJournal } from '../../../src/bulk/journal/read.ts';
import type { JournalRecord } from '../../../src/bulk/journal/records.ts';
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

/** Builds a program of this folder, to run as a process of its own. */
export const builtWorker = async (source: string, directory: string): Promise<string> => {
  const file = join(directory, source.replace(/\.ts$/, '.mjs'));
  await build({
    input: join(import.meta.dirname, source),
    platform: 'node',
    output: { file, codeSplitting: false },
    logLevel: 'silent',
  });
  return file;
};
