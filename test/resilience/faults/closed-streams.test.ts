import { describe, expect, test, vi } from 'vitest';
import { bin, inShell } from '../../support/built.ts';
import { listeningPorts, systemTellsSockets } from '../../support/listening.ts';
import { runOn, unread } from './run-on.ts';
import { idOf, listings } from './scenes.ts';

vi.setConfig({ maxConcurrency: 4 });

const id = idOf(0);

/** They read files of this machine, or say what is written in the tool. */
const local = [
  'feed diff old.json new.json',
  'doctor',
  'completion bash',
  'help --json',
  'sandbox exec -- resale listings list',
];

const reads = [
  'listings list',
  'listings list -o csv',
  'listings list -o table',
  `listings get ${id}`,
  'shops lookup meadow.example',
  'feed fetch',
  'feed fetch -o ndjson',
  'feed fetch --link',
  'feed stats',
  `api GET /v1/listings/${id}`,
  'runs list',
];

/** Changes, and how many entries each makes in the books. */
const changes: readonly (readonly [line: string, entries: number])[] = [
  [`inventory set ${id} 9`, 1],
  [`inventory adjust ${id} 1`, 1],
  [`listings close ${id} --yes`, 1],
  [`grade ${id} --condition good`, 1],
  [`api PUT /v1/listings/${id}/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`, 1],
];

/** A run, and how many entries it makes. */
const run = ['inventory set --from two.csv', 2] as const;

type Stream = readonly [stream: string, code: number];

/** Closed streams, and the exit code that is true then. */
const closed: readonly Stream[] = [
  ['<&-', 0],
  ['>&-', 0],
  ['2>&-', 0],
  ['<&- >&- 2>&-', 0],
];

/** Streams that take nothing. */
const broken: readonly Stream[] = [
  ['> /dev/full', 1],
  ['2> /dev/full', 0],
  [unread, 0],
];
const streams = [...closed, ...broken];

const oneOf = (kind: readonly Stream[], index: number): Stream => kind[index % kind.length] as Stream;

/** Streams on which the reports of a run are lost. */
const losing = (stream: string): boolean => ['> /dev/full', unread].includes(stream);

const runWith = (line: string, stream: string, thenResumed?: boolean, isSlow?: boolean) =>
  runOn(bin, line, stream, thenResumed, isSlow);

describe.concurrent('a read', () => {
  // What is closed is replaced before any command is known, and one writer prints all: each meets one stream of either kind.
  const cases = [...reads, ...local].flatMap((line, index) =>
    [closed, broken].map((kind) => [line, ...oneOf(kind, index)] as const),
  );
  test.each(cases)('resale %s %s: exit code %i', async (line, stream, code) => {
    expect(await runWith(line, stream)).toMatchObject({ exitCode: code, misses: [] });
  });
});

describe.concurrent('a change is made once, and its exit code is true', () => {
  const cases = [
    ...changes.flatMap((change, index) =>
      [oneOf(closed, index), ...broken].map((stream) => [...change, ...stream] as const),
    ),
    ...streams.filter(([stream]) => !losing(stream)).map((stream) => [...run, ...stream] as const),
  ].map(([line, entries, stream, code]) => [line, stream, code, entries] as const);
  test.each(cases)('resale %s %s: exit code %i', async (line, stream, code, entries) => {
    expect(await runWith(line, stream)).toMatchObject({ exitCode: code, entries, misses: [] });
  });
});

/** A run that can't report stops where it is, so it is a matter of time how far it comes; its exit code says which. */
describe.concurrent('a run whose reports are lost', () => {
  const [line, rows] = run;

  test.each(streams.filter(([stream]) => losing(stream)))(
    'resale inventory set --from two.csv %s: exit code %i where all rows were done',
    async (stream, code) => {
      const { exitCode, entries, ...rest } = await runWith(line, stream, true);
      const isDone = entries === rows;
      expect(exitCode).toBe(isDone ? code : code || 6);
      // What was left is done by the resumption, once; where nothing was, nothing is to be resumed.
      expect(rest).toEqual({ misses: [], resumed: isDone ? 3 : 0, inTheEnd: rows });
    },
  );

  test('stops early if many rows are left, and they can be resumed', async () => {
    const ended = await runWith('inventory set --from all.csv --concurrency 1', '> /dev/full', true, true);
    expect(ended).toMatchObject({ exitCode: 1, misses: [], resumed: 0, inTheEnd: listings.length });
    expect(ended.entries).toBeLessThan(listings.length);
  });
});

describe.concurrent('a program that sandbox exec runs gets the streams, and its exit code is passed on', () => {
  // A shell of its own, which minds what it can't print.
  const program = `bash -c 'echo told || exit 9; cat > /dev/null; exit 5'`;
  test.each([
    ['', 5],
    ['<&-', 5],
    ['2>&-', 5],
    ['2> /dev/full', 5],
    ['> /dev/full', 9],
    // As in a shell, the signal of the pipe ended it.
    [unread, 141],
  ])('resale sandbox exec -- … %s: exit code %i', async (stream, code) => {
    expect(await runWith(`sandbox exec -- ${program}`, stream)).toMatchObject({ exitCode: code });
  });
});

describe.runIf(systemTellsSockets)('a sandbox in the foreground', () => {
  test.each(['<&-', '>&-', '2>&-', '<&- >&- 2>&-', '2> /dev/full', '2> >(true)', '> >(head -n 1)'])(
    'resale sandbox start %s answers until it is stopped',
    async (stream) => {
      const running = inShell(`exec resale sandbox start --port 0 ${stream}`);
      await expect.poll(() => listeningPorts(running.pid)).toHaveLength(2);
      const asked = listeningPorts(running.pid).map((port) => fetch(`http://127.0.0.1:${port}/v1/listings`));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      running.kill('SIGTERM');
      // The one is without keys here, the other has nothing but the files of feeds.
      expect([statuses.sort(), (await running).signal]).toEqual([[403, 404], 'SIGTERM']);
    },
  );
});
