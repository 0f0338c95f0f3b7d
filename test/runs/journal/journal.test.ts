import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Journal, openJournal } from '../../../src/runs/journal/journal.ts';
import { JournalFailed } from '../../../src/runs/journal/journal-errors.ts';
import { runTakenOver } from '../../../src/runs/journal/lock.ts';
import { type JournalRecord, journalStart } from '../../../src/runs/journal/records.ts';
import { modeOf, openUmask } from '../../support/modes.ts';
import { fc } from '../../support/properties.ts';
import { anyRecord } from './arbitrary-records.ts';
import { contentsOf, newJournal } from './places.ts';

const intent = (row: number): JournalRecord => ({
  kind: 'sent',
  row,
  line: row + 1,
  id: `listing-${row}`,
  from: 5,
  to: 3,
});
const applied = (row: number): JournalRecord => ({ kind: 'done', row, line: row + 1, outcome: 'applied' });

const closedAfterTest = (journal: Journal): Journal => {
  onTestFinished(() => journal.close().catch(() => {}));
  return journal;
};

describe('what is written is what is read', () => {
  test('in the last moment of a process, what waits is written at once, unless somebody else has written', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    // The process would have ended behind it.
    journal.append(intent(1), 2).catch(() => {});
    journal.enqueue(applied(1));
    journal.writeNow();
    // Before anything else can write.
    const written = statSync(path).size;
    const { records, end } = await contentsOf(path);
    expect([written, records]).toEqual([end.offset, [intent(1), applied(1)]]);
    const other = newJournal();
    const stolen = closedAfterTest(await openJournal(other, journalStart));
    appendFileSync(other, 'x');
    stolen.enqueue(applied(1));
    stolen.writeNow();
    expect(readFileSync(other, 'utf8')).toBe('x');
  });

  test('two records, as they stand on disk', async () => {
    const path = newJournal();
    const journal = await openJournal(path, journalStart);
    await journal.append(intent(1));
    journal.enqueue({ ...applied(1), before: 5, after: 3 } as JournalRecord);
    await journal.close();
    expect(readFileSync(path, 'utf8').replaceAll(/[0-9a-f]{16}/g, '…')).toBe(
      '{"seq":1,"kind":"sent","row":1,"line":2,"id":"listing-1","from":5,"to":3,"sum":"…"}\n' +
        '{"seq":2,"kind":"done","row":1,"line":2,"outcome":"applied","before":5,"after":3,"sum":"…"}\n',
    );
  });

  test('any records, in whatever groups, with pauses and reopenings in between', async () => {
    const how = fc.constantFrom('append', 'append and wait', 'note', 'note and flush', 'note and reopen');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyRecord, how), { maxLength: 40 }), async (steps) => {
        const path = newJournal();
        let journal = await openJournal(path, journalStart);
        const appended: Promise<void>[] = [];
        for (const [record, way] of steps) {
          if (way.startsWith('note')) journal.enqueue(record);
          else appended.push(journal.append(record));
          if (way === 'append and wait') await appended.at(-1);
          if (way === 'note and flush') await journal.flush();
          if (way === 'note and reopen') {
            await journal.close();
            journal = await openJournal(path, (await contentsOf(path)).end);
          }
        }
        await journal.close();
        await Promise.all(appended);
        const { records, end } = await contentsOf(path);
        expect(records).toEqual(steps.map(([record]) => record));
        expect(end).toMatchObject({ seq: steps.length, offset: statSync(path).size, torn: 0 });
      }),
      { numRuns: 60 },
    );
  });

  test('a file many times larger than what is read at once', async () => {
    const path = newJournal();
    const journal = await openJournal(path, journalStart);
    const rows = Array.from({ length: 5_000 }, (_, index) => index + 1);
    for (const row of rows) journal.enqueue({ ...intent(row), key: 'é'.repeat(200) } as JournalRecord);
    await journal.close();
    expect(statSync(path).size).toBeGreaterThan(2_000_000);
    const { records } = await contentsOf(path);
    expect(records.map((record) => record.kind === 'sent' && record.row)).toEqual(rows);
  });

  test('the file is closed to others, whatever the umask', async () => {
    openUmask();
    const path = newJournal();
    await (await openJournal(path, journalStart)).close();
    expect(modeOf(path)).toBe('600');
  });
});

/** Lets each fdatasync begin, and return only when it is told to. */
const heldSyncs = async () => {
  const probe = await open(newJournal(), 'w');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const datasync = handles.datasync;
  const held: (() => void)[] = [];
  const spy = vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    await new Promise<void>((resolve) => held.push(resolve));
    return datasync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return {
    begun: (count: number) => expect.poll(() => spy).toHaveBeenCalledTimes(count),
    releaseOwn: () => held.shift()?.(),
  };
};

describe('when a record counts', () => {
  const settled = (promises: readonly Promise<unknown>[]) => {
    const done = promises.map(() => false);
    promises.forEach((promise, index) => void promise.then(() => (done[index] = true)));
    return done;
  };

  test('an append resolves after the fdatasync that covers it, and not before', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    const syncs = await heldSyncs();
    const first = journal.append(intent(1));
    const done = settled([first]);
    await syncs.begun(1);
    await new Promise(setImmediate);
    expect(readFileSync(path, 'utf8')).toContain('listing-1');
    expect(done).toEqual([false]);
    syncs.releaseOwn();
    await first;
  });

  test('what comes during a sync shares the next one', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    const syncs = await heldSyncs();
    const first = journal.append(intent(1));
    await syncs.begun(1);
    const later = [2, 3, 4].map((row) => journal.append(intent(row)));
    journal.enqueue(applied(1));
    const done = settled(later);
    syncs.releaseOwn();
    await first;
    await syncs.begun(2);
    expect(done).toEqual([false, false, false]);
    expect(journal.unsynced()).toEqual([intent(2), intent(3), intent(4), applied(1)]);
    syncs.releaseOwn();
    await Promise.all(later);
    expect(journal.unsynced()).toEqual([]);
    expect((await contentsOf(path)).end.seq).toBe(5);
  });

  test('as many as are to share a sync begin it, and the rest of the moment is not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    const early = [1, 2].map((row) => journal.append(intent(row), 3));
    await new Promise(setImmediate);
    expect(readFileSync(path, 'utf8')).toBe('');
    await Promise.all([...early, journal.append(intent(3), 3)]);
    expect((await contentsOf(path)).records).toEqual([intent(1), intent(2), intent(3)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('if too few records share a sync, it begins a moment later', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    await journal.append(intent(1), 16);
    expect((await contentsOf(path)).records).toEqual([intent(1)]);
  });

  test('a flush resolves after the fdatasync that covers the enqueued records', async () => {
    const journal = closedAfterTest(await openJournal(newJournal(), journalStart));
    const syncs = await heldSyncs();
    journal.enqueue(applied(1));
    const flush = journal.flush();
    const done = settled([flush]);
    await syncs.begun(1);
    await new Promise(setImmediate);
    expect(done).toEqual([false]);
    syncs.releaseOwn();
    await flush;
  });

  test('a noted record gets to the disk although nobody waits for it', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    journal.enqueue(applied(1));
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('"applied"');
  });
});

describe('one writer', () => {
  const interference: [string, (path: string) => void][] = [
    ['somebody else appends a line', (path) => appendFileSync(path, 'mine, too\n')],
    ['somebody else cuts a byte off', (path) => truncateSync(path, statSync(path).size - 1)],
  ];
  test.each(interference)('%s: nothing more is written', async (_, interfere) => {
    const path = newJournal();
    const journal = await openJournal(path, journalStart);
    await journal.append(intent(1));
    interfere(path);
    const before = readFileSync(path);

    const failure = await journal.append(intent(2)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JournalFailed);
    expect((failure as Error).message).toContain(`has changed it (it has ${before.length} bytes, not `);
    await expect(journal.append(intent(3))).rejects.toBe(failure);
    expect(() => journal.enqueue(applied(1))).toThrow(failure as Error);
    expect(journal.unsynced()).toEqual([intent(2), applied(1)]);
    await expect(journal.flush()).rejects.toBe(failure);
    await expect(journal.close()).rejects.toBe(failure);
    expect(readFileSync(path)).toEqual(before);
  });

  test('somebody else writes before what was written is on the disk: it does not count', async () => {
    const path = newJournal();
    const journal = closedAfterTest(await openJournal(path, journalStart));
    const syncs = await heldSyncs();
    const appended = journal.append(intent(1));
    await syncs.begun(1);
    appendFileSync(path, 'mine, too\n');
    syncs.releaseOwn();
    await expect(appended).rejects.toMatchObject({
      message: expect.stringContaining('another process has changed it'),
      meaning: {
        hint: 'No more rows were sent. Make sure that nothing else works on this run, then resume it.',
      },
    });
    expect(journal.unsynced()).toEqual([intent(1)]);
  });

  test('who may not write any more does not', async () => {
    const path = newJournal();
    const check = () => {
      throw runTakenOver('/lock');
    };
    const journal = closedAfterTest(await openJournal(path, journalStart, check));
    await expect(journal.append(intent(1))).rejects.toThrow('another process has taken the run over');
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  const sinceRead: [string, (path: string) => void][] = [
    ['a whole line more', (path) => appendFileSync(path, '{"seq":2,"kind":"done"}\n')],
    ['something that is no beginning of a record', (path) => appendFileSync(path, 'mine')],
    ['a byte less', (path) => truncateSync(path, statSync(path).size - 1)],
  ];
  test.each(sinceRead)('%s than when it was read: it is not opened', async (_, interfere) => {
    const path = newJournal();
    const journal = await openJournal(path, journalStart);
    await journal.append(intent(1));
    await journal.close();
    const { end } = await contentsOf(path);
    interfere(path);
    const before = readFileSync(path);
    await expect(openJournal(path, end)).rejects.toThrow('another process has changed it');
    expect(readFileSync(path)).toEqual(before);
  });
});
