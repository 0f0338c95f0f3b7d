import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { JournalFailed } from '../../../src/bulk/journal/errors.ts';
import { openJournal } from '../../../src/bulk/journal/journal.ts';
import { journalStart } from '../../../src/bulk/journal/read.ts';
import type { JournalRecord } from '../../../src/bulk/journal/records.ts';
import { builtWorker, contentsOf, temporaryDirectory } from './places.ts';

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!canTrace) console.warn('strace is not here, or may not trace: what needs it is skipped');

let directory: string;
let journal: string;
let appender: string;
beforeEach(async () => {
  directory = temporaryDirectory();
  journal = join(directory, 'journal.ndjson');
  appender = await builtWorker('appender.ts', directory);
});

/** Runs the appender with a program in front of it, with a single thread for files, and gives the lines it said. */
const said = async (program: string, before: readonly string[], rows: number, atOnce: number) => {
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
  const traced = (...inject: string[]) => [
    ...['-f', '-y', '-qq', '-s', '16', '-o', trace(), '-e', 'trace=write,fdatasync,fsync'],
    ...inject.flatMap((fault) => ['-e', `inject=${fault}`]),
  ];

  /** What happened to the journal and to what was said, in order; a call stands where it returned, or was begun. */
  const events = (): { call: string; begun: boolean; about: string; result: number }[] => {
    const open = new Map<string, string>();
    return readFileSync(trace(), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, pid = '', resumed, name, rest = ''] = /^(\d+) +(<\.\.\. )?(\w+)(.*)$/.exec(line) ?? [];
        if (name === undefined) return [];
        const begin = resumed ? (open.get(pid) ?? '') : rest;
        open.set(pid, begin);
        const about = /journal\.ndjson>/.exec(begin)
          ? 'journal'
          : (/"kept (\d+)/.exec(begin)?.[1] ?? 'other');
        const call = { call: name, about, result: Number(/ = (-?\d+)/.exec(rest)?.[1] ?? Number.NaN) };
        return [{ ...call, begun: !resumed }];
      });
  };

  test.each([1, 16])(
    'with %d rows at once, none is told to be kept before its fdatasync returned',
    async (atOnce) => {
      const lines = await said('strace', traced(), 100, atOnce);
      expect(lines).toHaveLength(100);

      const ends = readFileSync(journal, 'utf8')
        .split(/(?<=\n)/)
        .map((line) => line.length);
      const endOf = (row: number) => ends.slice(0, row).reduce((sum, length) => sum + length, 0);
      let writtenBytes = 0;
      let syncedBytes = 0;
      let told = 0;
      for (const { call, about, begun, result } of events()) {
        if (call === 'write' && about === 'journal' && result > 0) writtenBytes += result;
        if (call === 'fdatasync' && about === 'journal' && result === 0) syncedBytes = writtenBytes;
        if (call !== 'write' || !begun || !/^\d+$/.test(about)) continue;
        told += 1;
        expect(syncedBytes, `row ${about}`).toBeGreaterThanOrEqual(endOf(Number(about)));
      }
      expect(told).toBe(100);
    },
  );

  test('a group costs one write and one fdatasync', async () => {
    await said('strace', traced(), 100, 100);
    const calls = events().filter(({ about, result }) => about === 'journal' && !Number.isNaN(result));
    expect(calls.map(({ call }) => call)).toEqual(['write', 'fdatasync']);
  });

  test('the name of a new journal is on disk before its first record', async () => {
    await said('strace', traced(), 1, 1);
    const log = readFileSync(trace(), 'utf8');
    const named = log.search(new RegExp(`fsync\\(\\d+<${directory}>\\)`));
    expect(named).toBeGreaterThan(0);
    expect(log.search(/write\(\d+<[^>]*journal\.ndjson>/)).toBeGreaterThan(named);
  });

  test('the third fdatasync fails: two rows are kept, no call is made again, all that follows is refused', async () => {
    const lines = await said('strace', traced('fdatasync:error=EIO:when=3'), 10, 1);
    expect(lines).toEqual(['kept 1', 'kept 2', 'failed {"code":"EIO","synced":2}', ...refusals]);
    const calls = events().filter(({ about, begun }) => about === 'journal' && begun);
    expect(calls.map(({ call }) => call)).toEqual(Array(3).fill(['write', 'fdatasync']).flat());
    expect((await contentsOf(journal)).records.length).toBeGreaterThanOrEqual(2);
  });

  test('a write fails: the same, and what was kept reads back', async () => {
    const lines = await said('strace', [...traced('write:error=ENOSPC:when=3'), '-P', journal], 10, 1);
    expect(lines).toEqual(['kept 1', 'kept 2', 'failed {"code":"ENOSPC","synced":2}', ...refusals]);
    expect((await contentsOf(journal)).end).toMatchObject({ seq: 2, torn: false });
  });
});

// A limit of the shell stands for a full disk: it, too, takes a part of a group, and then no more.
test.skipIf(process.platform === 'win32')('a disk that fills up in the middle of a record', async () => {
  const lines = await said('bash', ['-c', 'ulimit -f 1 && exec "$@"', 'bash'], 100, 1);
  const last = lines.indexOf(lines.find((line) => line.startsWith('failed')) ?? '');
  expect(lines.slice(0, last)).toEqual(Array.from({ length: last }, (_, index) => `kept ${index + 1}`));
  expect(lines.slice(last)).toEqual([`failed {"code":"EFBIG","synced":${last}}`, ...refusals]);
  const { records, end } = await contentsOf(journal);
  expect([records.length, end.torn]).toEqual([last, true]);

  const again = await openJournal(journal, end);
  await again.append({ kind: 'intent', row: 1, line: 2 });
  await again.close();
  expect((await contentsOf(journal)).end).toMatchObject({ seq: last + 1, torn: false });
});

test.skipIf(!existsSync('/dev/full'))('a full disk, in words', async () => {
  const full = await openJournal('/dev/full', journalStart);
  full.note({ kind: 'intent', row: 1, line: 2 });
  const failure = await full.close().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JournalFailed);
  expect((failure as JournalFailed).message).toBe("the journal /dev/full can't be written: ENOSPC");
  expect(failure).toMatchObject({ synced: 0, cause: { code: 'ENOSPC' } });
  expect(full.unsynced()).toEqual([{ kind: 'intent', row: 1, line: 2 }]);
});

test.skipIf(!existsSync('/dev/null'))(
  'what came while a sync failed is refused with it, untried',
  async () => {
    // It takes what is written, and can't be synced.
    const full = await openJournal('/dev/null', journalStart);
    const [first, second]: JournalRecord[] = [1, 2].map((row) => ({ kind: 'intent', row, line: row + 1 }));
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

test('a journal to go on with that is gone is not begun anew', async () => {
  const end = { seq: 1, sum: '0'.repeat(16), offset: 100 };
  await expect(openJournal(journal, end)).rejects.toMatchObject({
    name: 'JournalFailed',
    cause: { code: 'ENOENT' },
  });
  expect(existsSync(journal)).toBe(false);
});
