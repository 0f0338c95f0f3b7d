import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { Journal, openJournal } from '../../../src/runs/journal/journal.ts';
import { JournalFailed } from '../../../src/runs/journal/journal-errors.ts';
import { type JournalRecord, journalStart } from '../../../src/runs/journal/records.ts';
import { contentsOf } from '../../runs/journal/places.ts';
import { callsIn, canTrace, tracing } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { builtWorker } from './built-worker.ts';

let directory: string;
let journal: string;
const appender = builtWorker('appender.ts');
beforeEach(() => {
  directory = temporaryFolder();
  journal = join(directory, 'journal.ndjson');
});

/** Runs the appender with a program in front of it, with a single thread for files, and gives the lines it said. */
const said = async ([program = '', ...before]: readonly string[], rows: number, atOnce: number) => {
  const { stdout } = await promisify(execFile)(
    program,
    [...before, process.execPath, appender, journal, String(rows), String(atOnce)],
    { env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
  );
  return stdout.trimEnd().split('\n');
};

const refusals = ['refused', 'refused', 'refused', 'refused'];

describe.runIf(canTrace)('under strace', () => {
  const trace = () => join(directory, 'trace');
  const journalCallsIn = () => callsIn(trace()).filter(({ about }) => about === journal);

  test.each([1, 16])(
    'with %d rows at once, none is told to be kept before its fdatasync returned',
    async (atOnce) => {
      const lines = await said(tracing(trace()), 100, atOnce);
      expect(lines).toHaveLength(100);

      const ends = readFileSync(journal, 'utf8')
        .split(/(?<=\n)/)
        .map((line) => line.length);
      const endOf = (row: number) => ends.slice(0, row).reduce((sum, length) => sum + length, 0);
      const told = callsIn(trace()).filter(({ text }) => text.startsWith('kept '));
      expect(told).toHaveLength(100);
      let writtenBytes = 0;
      const synced: { bytes: number; at: number }[] = [];
      for (const { name, result, returnedAt } of journalCallsIn())
        if (name === 'write') writtenBytes += result;
        else if (name === 'fdatasync') synced.push({ bytes: writtenBytes, at: returnedAt });
      for (const { text, begunAt } of told) {
        const row = Number(/\d+/.exec(text)?.[0]);
        const bytes = synced.findLast(({ at }) => at <= begunAt)?.bytes;
        expect(bytes, `row ${row}`).toBeGreaterThanOrEqual(endOf(row));
      }
    },
  );

  test('a group costs one write and one fdatasync, after the name of the new journal is on disk', async () => {
    await said(tracing(trace()), 100, 100);
    expect(journalCallsIn().map(({ name }) => name)).toEqual(['write', 'fdatasync']);
    const calls = callsIn(trace()).map(({ name, about }) => `${name} ${about}`);
    const named = calls.indexOf(`fsync ${directory}`);
    expect(named).toBeGreaterThanOrEqual(0);
    expect(calls.indexOf(`write ${journal}`)).toBeGreaterThan(named);
  });

  test('the third fdatasync fails: two rows are kept, no call is made again, all that follows is refused', async () => {
    const lines = await said(tracing(trace(), { inject: 'fdatasync:error=EIO:when=3' }), 10, 1);
    expect(lines).toEqual(['kept 1', 'kept 2', 'failed EIO', ...refusals]);
    expect(journalCallsIn().map(({ name }) => name)).toEqual(Array(3).fill(['write', 'fdatasync']).flat());
    expect((await contentsOf(journal)).records.length).toBeGreaterThanOrEqual(2);
  });

  test('a write fails: the same, and what was kept reads back', async () => {
    const lines = await said(tracing(trace(), { file: journal, inject: 'write:error=ENOSPC:when=3' }), 10, 1);
    expect(lines).toEqual(['kept 1', 'kept 2', 'failed ENOSPC', ...refusals]);
    expect((await contentsOf(journal)).end).toMatchObject({ seq: 2, torn: 0 });
  });
});

/** A journal on a device, which is not opened as one: it is no file. */
const journalOn = async (device: string) => new Journal(device, await open(device, 'a'), journalStart);

// A limit of the shell stands for a full disk: it, too, takes a part of a group, and then no more.
test.skipIf(process.platform === 'win32')('a disk that fills up in the middle of a record', async () => {
  const lines = await said(['bash', '-c', 'ulimit -f 1 && exec "$@"', 'bash'], 100, 1);
  const last = lines.indexOf(lines.find((line) => line.startsWith('failed')) ?? '');
  expect(lines.slice(0, last)).toEqual(Array.from({ length: last }, (_, index) => `kept ${index + 1}`));
  expect(lines.slice(last)).toEqual(['failed EFBIG', ...refusals]);
  const { records, end } = await contentsOf(journal);
  expect([records.length, end.torn > 0]).toEqual([last, true]);

  const again = await openJournal(journal, end);
  await again.append({ kind: 'sent', row: 1, line: 2 });
  await again.close();
  expect((await contentsOf(journal)).end).toMatchObject({ seq: last + 1, torn: 0 });
});

test.skipIf(!existsSync('/dev/full'))('a full disk, in words', async () => {
  const full = await journalOn('/dev/full');
  full.enqueue({ kind: 'sent', row: 1, line: 2 });
  const failure = await full.close().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JournalFailed);
  expect((failure as JournalFailed).message).toBe("the journal /dev/full can't be written: ENOSPC");
  expect(failure).toMatchObject({ cause: { code: 'ENOSPC' } });
  expect(full.unsynced()).toEqual([{ kind: 'sent', row: 1, line: 2 }]);
});

test.skipIf(!existsSync('/dev/null'))(
  'what came while a sync failed is refused with it, untried',
  async () => {
    // It takes what is written, and can't be synced.
    const full = await journalOn('/dev/null');
    const [first, second]: JournalRecord[] = [1, 2].map((row) => ({ kind: 'sent', row, line: row + 1 }));
    const failing = full.append(first as JournalRecord).catch((error: unknown) => error);
    // Nothing of the system's comes in between, but the group of the first gets under way.
    for (let turn = 0; turn < 10; turn++) await undefined;
    const waiting = full.append(second as JournalRecord).catch((error: unknown) => error);
    expect(await failing).toBeInstanceOf(JournalFailed);
    expect(await waiting).toBe(await failing);
    expect(full.unsynced()).toEqual([first, second]);
    await expect(full.close()).rejects.toBe(await failing);
  },
);

test('a missing journal of a resumed run is not started over', async () => {
  const end = { seq: 1, sum: '0'.repeat(16), offset: 100, torn: 0 };
  await expect(openJournal(journal, end)).rejects.toMatchObject({
    name: 'JournalFailed',
    cause: { code: 'ENOENT' },
  });
  expect(existsSync(journal)).toBe(false);
});
