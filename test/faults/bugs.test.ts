import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cursors } from '../fuzz/cursors.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import { journals } from '../fuzz/journals.ts';
import { keptFiles } from '../fuzz/kept-files.ts';
import { records } from '../fuzz/records.ts';
import { inProcess } from '../fuzz/tool.ts';
import { type Bugged, buildBugged } from '../torture/bugged.ts';
import type { BugName } from '../torture/bugs.ts';
import { caseNamed } from './case.ts';
import { Matrix } from './matrix.ts';
import { runOn, unread } from './run-on.ts';
import { idOf } from './scenes.ts';
import { stoppedBy } from './stopped-by.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 300_000 });

let bugged: Bugged;
beforeAll(async () => {
  bugged = await buildBugged(fileURLToPath(new URL('../..', import.meta.url)));
}, 120_000);
afterAll(() => bugged.remove());

describe.concurrent('a bug would be seen by the matrix', () => {
  test.each<[BugName, names: string[], seen: string]>([
    [
      'sentAgain',
      [1, 3, 5, 7].map((seed) => `lost answers: reset × inventory adjust × ${seed}`),
      'applied 2 times, and not 1',
    ],
    ['keysShown', ['statuses: 400, the keys repeated × grade × 0'], 'canary-key-93ab71e2 was printed'],
    [
      'answerBelieved',
      ['wrong contents: inventory as text × inventory adjust × 0'],
      'exit code 0, and not 8',
    ],
    [
      'answerBelieved',
      ['wrong contents: an array of null × listings list --page-size 2 -o json × 0'],
      'foresaw',
    ],
    ['cutFeedTaken', ['feed files: an array that is not closed × feed fetch -o ndjson × 0'], 'exit code 0'],
  ])('%s: %j', async (bug, names, seen) => {
    const matrix = new Matrix(bugged.binWith(bug));
    const misses = await Promise.all(names.map((name) => matrix.run(caseNamed(name))));
    expect(misses.flat().join('\n')).toContain(seen);
  });
});

describe('a bug would be seen by a law', () => {
  test.each<[BugName, law: Fuzzer, seen: string]>([
    ['shortList', cursors, 'exit code 0, printed'],
    ['damageBelieved', journals, 'Counterexample: ["runs'],
    ['formulaLeft', records, 'a spreadsheet would run'],
    ['unforeseen', keptFiles, 'an error that nobody foresaw'],
  ])('%s', async (bug, law, seen) => {
    const misses = await bugged.awake(bug, (bin) => fuzz(inProcess(bin), law, { runs: 300, seed: 1 }));
    expect(misses.join('\n')).toContain(seen);
  });
});

describe.concurrent('a bug would be seen by what is done to the streams', () => {
  test.each<[BugName, stream: string, seen: object]>([
    ['outputLost', '> /dev/full', { exitCode: 0 }],
    ['pipeBlamed', unread, { exitCode: 1 }],
  ])('%s: resale listings list %s', async (bug, stream, seen) => {
    expect(await runOn(bugged.binWith(bug), 'listings list', stream)).toMatchObject(seen);
  });
});

describe.concurrent('a bug would be seen by a signal', () => {
  test('signalUntold: a read', async () => {
    const moment = { line: 'listings list', kind: 'read', at: 0 } as const;
    const { ended } = await stoppedBy(bugged.binWith('signalUntold'), ['SIGTERM'], moment);
    expect(ended.exitCode).toBe(1);
  });

  test('stoppedUnsent: a change', async () => {
    const line = `api PUT /v1/listings/${idOf(0)}/inventory --field a=b`;
    const { ended } = await stoppedBy(bugged.binWith('stoppedUnsent'), ['SIGTERM'], {
      line,
      kind: 'change',
      at: 0,
    });
    expect(JSON.parse(ended.stderr).error.code).toBe('interrupted');
  });
});
