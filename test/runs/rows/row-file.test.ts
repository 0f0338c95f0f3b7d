import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashFile, openRowFile } from '../../../src/runs/rows/row-file.ts';
import { table } from '../../support/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf, rowsIn } from './files.ts';

const failure = (path: string): Promise<Error> =>
  rowsIn(path).then(
    () => expect.unreachable(),
    (error: Error) => error,
  );

describe('the format is detected from the content', () => {
  test.each([
    ['id,quantity\na,1\n', 'csv', ['id', 'quantity']],
    ['\n\n {"id":"a"}\n', 'ndjson', undefined],
    ['\ufeff\n[{"id":"a"}]', 'json', undefined],
    ['"{id}",quantity\n', 'csv', ['{id}', 'quantity']],
  ])('%j is %s', async (content, format, columns) => {
    expect(await openRowFile(fileOf(content))).toMatchObject({ format, columns });
  });

  test('rows are read from the beginning each time', async () => {
    const { rows } = await openRowFile(fileOf('id\na\nb\n'));
    for (const _time of ['first', 'second']) {
      const ids: unknown[] = [];
      for await (const { fields } of rows()) ids.push(fields.id);
      expect(ids).toEqual(['a', 'b']);
    }
  });

  test('reading stops when it is told to', async () => {
    const { rows } = await openRowFile(fileOf('id\na\n'));
    await expect(rows(AbortSignal.abort(new Error('enough'))).next()).rejects.toThrow('enough');
  });
});

const notRows = 'is not a file of rows:';

test.each(
  table(`
    nothing → "" → is empty
    a mark alone → "\\ufeff" → is empty
    white space → " \\n\\r\\n\\t" → is empty
    a page → "<!doctype html>" → ${notRows} it is an HTML or XML page
    a head that is not closed → "id,\\"quantity\\na,1\\n" → ${notRows} the header, on lines 1 to 2, opens a quotation mark on line 1 that is never closed
    a head wrongly quoted → "id,x\\"y\\"\\na,1\\n" → ${notRows} the header, on line 1, has a quotation mark inside an unquoted cell: quote the cell and double the mark
    a head of one long line → "${'x'.repeat(2 ** 20 + 1)}" → ${notRows} the header is longer than 1 MiB, the limit for a row
    a head of many lines → "\\"${'x\\n'.repeat(2 ** 19 + 1)}" → ${notRows} the header is longer than 1 MiB, the limit for a row
    a head of many columns → "${'a,'.repeat(2000)}" → ${notRows} its header has 2001 columns, more than the limit of 1000
  `),
)('%s holds no rows', async (_what, content = '', message) => {
  const path = fileOf(JSON.parse(content));
  expect(await failure(path)).toMatchObject({ code: 'usage', message: `${path} ${message}` });
});

describe('other encodings than UTF-8', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  test.each([
    ['UTF-16 with a mark', utf16('\ufeffid,quantity\n'), 'line 1 has a byte that is not UTF-8'],
    ['UTF-16 without one', utf16('id,quantity\n'), 'line 1 has a NUL character'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'line 1 has a byte that is not UTF-8'],
    ['NUL', Buffer.from('id,title\r\na,Coat\r\nb,Co\0t\r\nc,Coat\r\n'), 'line 3 has a NUL character'],
    ['NUL far down', Buffer.from(`id\n${'é👗\n'.repeat(20_000)}\0`), 'line 20002 has a NUL character'],
    ['Latin-1', Buffer.from('id,títle\n', 'latin1'), 'line 1 has a byte that is not UTF-8'],
    ['Windows-1252', Buffer.from('id\na\x96\n', 'latin1'), 'line 2 has a byte that is not UTF-8'],
    [
      'a wrong byte far down',
      Buffer.concat([
        Buffer.from(`id\n${'é\ufffd👗\n'.repeat(50_000)}\ufffd`),
        Buffer.from('\xe9t\xe9\n', 'latin1'),
      ]),
      'line 50002 has a byte that is not UTF-8',
    ],
    [
      'after line ends of all kinds',
      Buffer.from('id\r\n\r\na\rb\n\xc3(\n', 'latin1'),
      'line 5 has a byte that is not UTF-8',
    ],
    [
      'a character cut off at the end',
      Buffer.from('id\n👗').subarray(0, -1),
      'line 2 has a byte that is not UTF-8',
    ],
    [
      'a long line',
      Buffer.concat([Buffer.alloc(2 ** 20 + 70_000, 'x'), Buffer.of(0x96)]),
      'a line that is longer than a row may be has a byte that is not UTF-8',
    ],
  ])('%s', async (_name, content, why) => {
    const path = fileOf(content);
    expect(await failure(path)).toMatchObject({
      code: 'invalid-input',
      message: `${path} is not written in UTF-8: ${why}`,
      meaning: {
        hint: 'Nothing was sent. Save the file as UTF-8 (in Excel: as "CSV UTF-8"), or as a workbook (.xlsx).',
      },
    });
  });

  test('characters may cross the places where a file is cut for reading', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const title = 'x'.repeat(shift) + '👗é'.repeat(20_000);
      expect((await rowsIn(fileOf(`id,title\na,${title}\n`)))[0]?.fields.title).toBe(title);
    }
  });
});

/** A path in a folder of its own, with what is made there. */
const madeAt = (make: (path: string) => unknown) => (): string => {
  const path = join(temporaryFolder(), 'rows');
  make(path);
  return path;
};

test.each<[what: string, path: () => string, why: string]>([
  ['nothing there', madeAt(() => {}), 'there is no such file or folder'],
  ['a directory', temporaryFolder, 'it is a directory'],
  ['a part of the path is a file', () => join(fileOf('id\n'), 'x'), 'a part of its path is not a folder'],
  [
    'a link to itself',
    madeAt((path) => symlinkSync('rows', path)),
    'its symbolic links lead round in a circle',
  ],
  [
    'a pipe, which is not waited for',
    madeAt((path) => execFileSync('mkfifo', [path])),
    'it is not a regular file',
  ],
])("can't be read: %s", async (_what, pathOf, why) => {
  const path = pathOf();
  expect(await failure(path)).toMatchObject({
    code: 'usage',
    message: `can't read ${path}: ${why}`,
  });
});

// Root may read everything.
test.skipIf(process.getuid?.() === 0)('a file that is closed to us', async () => {
  const path = fileOf('id\n');
  chmodSync(path, 0);
  expect(await failure(path)).toMatchObject({ message: expect.stringMatching(/: permission denied$/) });
});

test('a link to a file is as good as the file', async () => {
  expect(await rowsIn(madeAt((path) => symlinkSync(fileOf('id\na\n'), path))())).toHaveLength(1);
});

test('a file is known by its hash', async () => {
  const expected = execFileSync('sha256sum', { input: 'id,quantity\n' }).toString().slice(0, 64);
  expect(await hashFile(fileOf('id,quantity\n'))).toBe(expected);
});
