import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FeedCut, NotAFeed } from '../../../src/feed/errors.ts';
import { passInThread } from '../../../src/feed/judging/pass-in-thread.ts';
import { type Pass, passHere, type Way } from '../../../src/feed/pass.ts';
import { bin } from '../../support/built.ts';
import { collected, cutAt } from '../../support/chunks.ts';

const file = join(dirname(bin), '../dist/judging.cjs');

const inThread = (way: Way): Pass => {
  const pass = passInThread(file, way);
  onTestFinished(() => pass.close());
  return pass;
};

/** All that passes, or the error, and the count. */
const outcome = async (pass: Pass, chunks: AsyncIterable<Uint8Array>) => {
  const passed: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const bytes of pass.bytes(chunks)) passed.push(Uint8Array.from(bytes));
  } catch (failure) {
    error = failure;
  }
  return { text: String(Buffer.concat(passed)), error, entries: pass.entries() };
};

const product = (id: number) => `{ "id": ${id}, "title": "Coat ${'é'.repeat(id % 90)}, \\"${id}\\"" }`;
const products = (count: number) => Array.from({ length: count }, (_, id) => product(id)).join(',\n');
const large = `[\n${products(20_000)}\n]\n`;

/** Pieces of uneven sizes, as a network brings them. */
const uneven = (text: string) =>
  cutAt(
    text,
    Array.from({ length: 60 }, (_, at) => (at * 37_957) % Buffer.byteLength(text)).sort(
      (one, other) => one - other,
    ),
  );

/** A source that breaks behind a text. */
async function* broken(text: string, error: Error): AsyncGenerator<Buffer> {
  yield* uneven(text);
  throw error;
}

const sources: [string, () => AsyncIterable<Uint8Array>][] = [
  ['a large feed', () => uneven(large)],
  ['a feed in one piece', () => cutAt(large)],
  ['an empty array', () => cutAt('[]')],
  ['nothing', () => cutAt('')],
  ['a web page', () => cutAt('<html></html>')],
  ['a feed with a comma too many at its end', () => uneven(large.replace(/\n\]\n$/, ',]'))],
  ['a feed without its end', () => uneven(large.slice(0, -3))],
  ['a connection that is lost', () => broken(large.slice(0, 900_000), new FeedCut('it was lost', 900_000))],
  ['a connection that is lost behind the end', () => broken(large, new FeedCut('it was lost', large.length))],
];

test.each(
  (['judged', 'entryLines'] as const).flatMap((way) =>
    sources.map(([name, source]) => [way, name, source] as const),
  ),
)('%s of %s: as on the thread that asks for it', async (way, _, source) => {
  const here = await outcome(passHere(way), source());
  const there = await outcome(inThread(way), source());
  expect(there.error).toEqual(here.error);
  // What is wrong is met in a piece of another size, so another number of whole ones may have passed before.
  if (there.error instanceof NotAFeed) {
    const [shorter, longer] = [here.text, there.text].sort((one, other) => one.length - other.length);
    expect(longer?.startsWith(shorter ?? '?')).toBe(true);
  } else expect(there).toEqual(here);
});

test('nothing passes of a piece with what is wrong, or of what is behind it', async () => {
  const { text, error } = await outcome(
    inThread('judged'),
    uneven(`[${products(5_000)},,${products(5_000)}]`),
  );
  expect(error).toBeInstanceOf(NotAFeed);
  expect(text).not.toContain(',,');
});

test('what came is passed on while more is waited for', async () => {
  let goOn = () => {};
  const more = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* slowly(): AsyncGenerator<Buffer> {
    await wait(20);
    yield Buffer.from('[{"id":1},{"id":2},{"i');
    await more;
    yield Buffer.from('d":3}]');
  }
  const lines = inThread('entryLines').bytes(slowly());
  expect(String((await lines.next()).value)).toBe('{"id":1}\n{"id":2}\n');
  const rest = collected(lines);
  goOn();
  expect(String(await rest)).toBe('{"id":3}\n');
});

test('what its source fails with is told as it is', async () => {
  const failure = new Error('stopped');
  expect((await outcome(inThread('judged'), broken(large, failure))).error).toBe(failure);
});

test('a thread that can not be started is told', async () => {
  const pass = passInThread(join(dirname(file), 'nowhere.cjs'), 'judged');
  expect((await outcome(pass, uneven(large))).error).toMatchObject({ code: 'MODULE_NOT_FOUND' });
});

test('a thread that ends before it has told its verdict is an error', async () => {
  const place = mkdtempSync(join(tmpdir(), 'resale-judging-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const ending = join(place, 'ending.cjs');
  writeFileSync(ending, "require('node:worker_threads').parentPort.once('message', () => process.exit(0));");
  const { error } = await outcome(passInThread(ending, 'judged'), uneven(large));
  expect(error).toMatchObject({ message: 'the thread that judges the feed has ended early' });
});
