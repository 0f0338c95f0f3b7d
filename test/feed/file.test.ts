import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { feedFileEntries } from '../../src/feed/named-feed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

const signal = new AbortController().signal;

const read = async (content: Uint8Array | string) => {
  const path = join(directory, 'feed');
  await writeFile(path, content);
  const entries: unknown[] = [];
  for await (const batch of feedFileEntries(path, { signal })) entries.push(...batch);
  return entries;
};

const failure = async (content: Uint8Array | string) => {
  const error = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid-input' });
  return ((error as Error).cause as Error).message;
};

describe('a feed file is told by its contents', () => {
  test.each([
    ['a JSON array', '[{"a":1},\n{"a":2}]'],
    ['NDJSON', '{"a":1}\n{"a":2}\n'],
    ['NDJSON whose last line has no end', '{"a":1}\n{"a":2}'],
    ['NDJSON with blank lines, as Windows ends them', '{"a":1}\r\n\r\n{"a":2}\r\n'],
    ['NDJSON behind a byte order mark', '\ufeff{"a":1}\n{"a":2}\n'],
    ['an array behind white space', `${' '.repeat(3_000_000)}[{"a":1},{"a":2}]`],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await read(gzipSync(content))).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('more lines than are read at a time', async () => {
    const entries = Array.from({ length: 50_000 }, (_, a) => ({ a, text: 'é'.repeat(a % 50) }));
    expect(await read(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))).toEqual(entries);
  });
});

describe('what is not a complete feed', () => {
  test.each([
    ['nothing', '', 'it is empty'],
    ['a page', '<html>', 'it is an HTML or XML page'],
    ['an array that does not end', '[{"a":1},{"a"', 'the array does not end'],
    ['a line that does not end', '{"a":1}\n{"a"', 'its last line does not end'],
    ['a line that is no JSON', '{"a":1}\n\n{"b"}\n', 'byte 14 does not belong there'],
    ['a line that is no object', '{"a":1}\n2\n', 'byte 9 does not belong there'],
    ['a line of two objects', '{"a":1}{"a":2}\n', 'byte 8 does not belong there'],
    ['an object, and an array', '{"a":1}\n[{"a":2}]', 'byte 9 does not belong there'],
    [
      'a line that nests deeply',
      `{"a":1}\n{"a":${'['.repeat(5000)}`,
      'entry 2 nests deeper than 100 levels, at byte 113',
    ],
    [
      'gzip that ends early',
      gzipSync('[{"a":1}]').subarray(0, 25),
      'its compressed data is broken, or ends early',
    ],
    ['a line without end', `{"a":"${'x'.repeat(12_000_000)}"}`, 'entry 1 is longer than 10 MiB'],
  ])('%s', async (_, content, problem) => {
    expect(await failure(content)).toMatch(new RegExp(`: ${problem}$`));
  });

  test.each([
    ['nothing', 'there is no such file or folder'],
    ['.', 'it is a directory'],
  ])('a path to %s', async (name, reason) => {
    const entries = feedFileEntries(join(directory, name), { signal });
    const error = await entries.next().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining(reason) });
  });
});

test('it stops when it is asked to', async () => {
  const path = join(directory, 'long');
  await writeFile(path, `[${'{},'.repeat(2_000_000)}{}]`);
  const controller = new AbortController();
  const entries = feedFileEntries(path, { signal: controller.signal });
  await entries.next();
  controller.abort(new Error('enough'));
  const rest = async () => {
    for await (const _ of entries);
  };
  await expect(rest()).rejects.toThrow('enough');
});
