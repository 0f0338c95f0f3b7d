import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { openRowFile } from '../../../src/runs/rows/row-file.ts';
import type { Row } from '../../../src/runs/rows/row-text.ts';
import { writeRows } from '../../../src/runs/rows/write-rows.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf, rowsIn, writeChosen } from './files.ts';

const failedOf = async (content: string | Uint8Array, ...numbers: number[]) => {
  const path = join(temporaryFolder(), 'failed');
  const count = await writeChosen(fileOf(content), (number) => numbers.includes(number), path);
  expect(count).toBe(numbers.length);
  return readFileSync(path, 'utf8');
};

describe('the rows that failed, as they stood', () => {
  test.each([
    ['id,quantity\na,1\nb,2\nc,3\n', [1, 3], 'id,quantity\na,1\nc,3\n'],
    ['\ufeff"id";quantity\r\n\r\na;"1"\r\nb;2', [1, 2], '\ufeff"id";quantity\r\na;"1"\r\nb;2\r\n'],
    ['\ufeffsep=;\r\nid;quantity\r\na;1\r\n;\r\nb;2\r\n', [3], '\ufeffsep=;\r\nid;quantity\r\nb;2\r\n'],
    ['id\tnotes\ra\t"x\ry"\rb\t\r', [1], 'id\tnotes\ra\t"x\ry"\r'],
    ["id,title\n'-5,'=A1\n", [1], "id,title\n'-5,'=A1\n"],
    ['id,quantity\na,1,2,3\n"b"x,2\nc,3\n', [1, 2], 'id,quantity\na,1,2,3\n"b"x,2\n'],
    ['id,quantity\na,1\n', [], 'id,quantity\n'],
    ['{"id": "a"}\n\n{"id":1.0}\r\n', [1, 2], '{"id": "a"}\n{"id":1.0}\n'],
    ['id\n"a\r\r', [1], 'id\n"a\n'],
    ['{"id":"a"}\n', [], ''],
    ['[{"id":"a"},{"id":"b"},{"id":"c"}]', [1, 3], '[\n{"id":"a"},\n{"id":"c"}\n]\n'],
    ['[\n  {\n    "id": 1.00\n  }\n]', [1], '[\n{"id":1.00}\n]\n'],
    ['[{"id":"a"}]', [], '[\n]\n'],
    ['\n{ "items": [{"id":"a"},\n{"id":"b"}] }\n', [2], '{"items":[\n{"id":"b"}\n]}\n'],
  ])('%j, rows %j → %j', async (content, numbers, expected) => {
    expect(await failedOf(content, ...numbers)).toBe(expected);
  });

  test('a row without text is not written, and not counted', async () => {
    const path = join(temporaryFolder(), 'failed');
    expect(await writeChosen(fileOf(`[{"id":"a"},{"id":"${'x'.repeat(2 ** 20)}"}]`), () => true, path)).toBe(
      1,
    );
    expect(readFileSync(path, 'utf8')).toBe('[\n{"id":"a"}\n]\n');
  });
});

const without = ({ fields, raw, fault }: Row) => ({ fields, raw, fault: fault && 'a fault' });

test('any rows of any file, read again, are exactly those rows', async () => {
  const directory = temporaryFolder();
  const [source, failed] = [join(directory, 'rows'), join(directory, 'failed')];
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '\r', '{', ']'),
    maxLength: 6,
  });
  const table = fc.array(fc.tuple(cell, cell), { maxLength: 10 });
  const content = fc.oneof(
    fc
      .tuple(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
      .map(([rows, delimiter, record_delimiter, bom]) =>
        stringify([['id', 'title'], ...rows], { delimiter, record_delimiter, bom }),
      ),
    // Lines of any kind, well-formed or not.
    table.map((rows) => `id,title\n${rows.map((row) => row.join(',')).join('\n')}`),
    table.map((rows) => `{}\n${rows.map(([id, title]) => JSON.stringify({ id, title })).join('\n')}`),
    table.map((rows) => `{}\n${rows.map((row) => row.join(',')).join('\n')}`),
    fc.tuple(table, fc.constantFrom(0, 2)).map(([rows, indent]) =>
      JSON.stringify(
        rows.map(([id]) => ({ id })),
        null,
        indent,
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(content, fc.infiniteStream(fc.boolean()), async (text, choice) => {
      writeFileSync(source, text);
      const rows = await rowsIn(source);
      // By the first row, which is a good one, NDJSON is known again.
      const chosen = rows.filter(({ raw }, at) => (at === 0 || choice.next().value === true) && raw !== '');
      const numbers = new Set(chosen.map(({ number }) => number));

      expect(await writeChosen(source, (number) => numbers.has(number), failed)).toBe(chosen.length);
      expect((await rowsIn(failed)).map(without)).toEqual(chosen.map(without));
    }),
    { numRuns: 100 },
  );
});

describe('the file is there whole, or not at all', () => {
  test('the old file is replaced, even behind a link', async () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, 'old'), 'old');
    symlinkSync('old', join(directory, 'link'));
    await writeChosen(fileOf('id\na\n'), () => true, join(directory, 'link'));
    expect(readFileSync(join(directory, 'old'), 'utf8')).toBe('id\na\n');
    expect(readdirSync(directory).sort()).toEqual(['link', 'old']);
  });

  test('the input itself may be replaced', async () => {
    const path = fileOf('id\na\nb\n');
    await writeChosen(path, (number) => number === 2, path);
    expect(readFileSync(path, 'utf8')).toBe('id\nb\n');
  });

  test('if the input breaks off, the old file stays, and nothing else is left', async () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, 'failed'), 'old');
    const { form } = await openRowFile(fileOf('id\na\n'));
    const broken = async function* () {
      yield 'a';
      throw new Error('the disk failed');
    };
    await expect(writeRows(join(directory, 'failed'), form, broken())).rejects.toThrow('the disk failed');
    expect(readdirSync(directory)).toEqual(['failed']);
    expect(readFileSync(join(directory, 'failed'), 'utf8')).toBe('old');
  });

  test('no file can be written there', async () => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, 'folder'));
    const input = fileOf('id\na\n');
    await expect(writeChosen(input, () => true, join(directory, 'folder'))).rejects.toMatchObject({
      code: 'file-failed',
      message: expect.stringMatching(/: it is a directory$/),
    });
    await expect(writeChosen(input, () => true, join(directory, 'none', 'failed'))).rejects.toMatchObject({
      message: expect.stringMatching(/: its folder does not exist$/),
    });
  });
});
