import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';
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

/** Builds a program of this folder once for all tests of a file, to run as a process of its own, and returns its path. */
export const builtWorker = (source: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'resale-test-'));
  const file = join(directory, source.replace(/\.ts$/, '.mjs'));
  beforeAll(async () => {
    await build({
      input: join(import.meta.dirname, source),
      platform: 'node',
      output: { file, codeSplitting: false },
      logLevel: 'silent',
    });
  });
  afterAll(() => rmSync(directory, { recursive: true, maxRetries: 5 }));
  return file;
};
