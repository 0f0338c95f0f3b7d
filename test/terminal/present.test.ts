import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../../src/terminal/formats.ts';
import { ClosedPipe } from '../../src/terminal/io.ts';
import { type PresentOptions, present } from '../../src/terminal/present.ts';
import type { Result, Show } from '../../src/terminal/results.ts';
import { MemoryOutput } from '../support/output.ts';

const columns = [
  { field: 'id', title: 'id' },
  { field: 'sku', title: 'sku' },
];

const shown = async (result: Result, options: Partial<PresentOptions> = {}) => {
  const out = new MemoryOutput({ isTTY: false });
  const err = new MemoryOutput({ isTTY: false });
  const problem = await present(result, {
    format: 'table',
    out,
    io: { stderr: err, env: {}, ending: new AbortController().signal },
    colorLevel: { out: 0, err: 0 },
    asSentence: false,
    quiet: false,
    ...options,
  });
  return { out: out.text, err: err.text, problem };
};

const two = [
  { id: 1, sku: 'A' },
  { id: 2, sku: 'B', more: true },
];

describe('a document of which some fields are wanted', () => {
  const value = { id: 1, sku: 'A', more: true };
  const document: Result = { kind: 'document', text: JSON.stringify(value), value: async () => value };
  const chosen = { fields: ['id', 'sku'], documented: undefined };

  test.each([
    ['table', '{\n  "id": 1,\n  "sku": "A"\n}\n'],
    ['json', '{\n  "id": 1,\n  "sku": "A"\n}\n'],
    ['ndjson', '{"id":1,"sku":"A"}\n'],
    ['csv', '{\n  "id": 1,\n  "sku": "A"\n}\n'],
    ['yaml', 'id: 1\nsku: A\n'],
  ] as const)('%s', async (format, out) => {
    expect((await shown(document, { format, chosen })).out).toBe(out);
  });
});

test('the notice and the problem are asked for once all was shown', async () => {
  let ended = false;
  const records = async (show: Show) => {
    await show(two);
    ended = true;
  };
  const problem = new Error('one was not found');
  const answer = await shown({
    kind: 'records',
    records,
    columns,
    notice: () => `ended: ${ended}`,
    problem: () => (ended ? problem : undefined),
  });
  expect(answer).toMatchObject({ err: 'ended: true\n', problem });
});

test('to a program every character goes as it is', async () => {
  const { out } = await shown({ kind: 'record', record: { id: '\u202e' }, columns }, { format: 'ndjson' });
  expect(out).toBe('{"id":"\u202e"}\n');
});

/** What is printed of the first two of three records. */
const firstPages = [
  ['table', 'ID  SKU\n1   A\n2   B\n'],
  [
    'json',
    '[\n  {\n    "id": 1,\n    "sku": "A"\n  },\n  {\n    "id": 2,\n    "sku": "B",\n    "more": true\n  }',
  ],
  ['ndjson', '{"id":1,"sku":"A"}\n{"id":2,"sku":"B","more":true}\n'],
  ['csv', 'id,sku\n1,A\n2,B\n'],
] as const;

test.each(firstPages)(
  'the first page is on the screen when the second is asked for, written at once: %s',
  async (format, first) => {
    const out = new MemoryOutput();
    const screens: string[] = [];
    const records = async (show: Show) => {
      for (const page of [two, [{ id: 3, sku: 'C' }]]) {
        screens.push(out.text);
        await show(page);
      }
    };
    await shown({ kind: 'records', records, columns }, { format, out });
    expect(screens).toEqual(['', first]);
    expect(out.writes[0]).toBe(first);
    expect(out.writes.length).toBe(format === 'json' ? 3 : 2);
  },
);

describe('when nobody reads any more', () => {
  const closed = () => {
    const out = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    return out.on('error', () => {});
  };

  test.each(formatNames)('the source is told to stop, as %s', async (format) => {
    let count = 0;
    const records = async (show: Show) => {
      for (; ; count++) await show([{ id: count }]);
    };
    const result: Result = { kind: 'records', records, columns };
    await expect(shown(result, { format, out: closed() })).rejects.toBeInstanceOf(ClosedPipe);
  });

  test('a problem is reported all the same, if all but the last line was written', async () => {
    const problem = new Error('a row is refused');
    const result: Result = { kind: 'records', records: [], columns, problem: () => problem };
    expect((await shown(result, { format: 'json', out: closed() })).problem).toBe(problem);
  });
});

test('a slow reader slows the source', async () => {
  let asked = 0;
  const records = async (show: Show) => {
    for (asked = 0; asked < 5; asked++) await show([{ id: asked }]);
  };
  const taken: (() => void)[] = [];
  const out = new Writable({ write: (_chunk, _encoding, done) => void taken.push(done) });
  const done = shown({ kind: 'records', records, columns }, { format: 'ndjson', out });
  const askedAtWrites: number[] = [];
  while (askedAtWrites.length < 5) {
    await new Promise((resolve) => setImmediate(resolve));
    if (taken.length === 0) continue;
    askedAtWrites.push(asked);
    taken.shift()?.();
  }
  await done;
  expect(askedAtWrites).toEqual([0, 1, 2, 3, 4]);
});
