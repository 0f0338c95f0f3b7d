import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashFile, openRowFile } from '../../../src/bulk/rows/row-file.ts';
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

describe('files that hold no rows', () => {
  test.each([
    ['nothing', '', 'is empty'],
    ['a mark alone', '\ufeff', 'is empty'],
    ['white space', ' \n\r\n\t', 'is empty'],
    ['a page', '<!doctype html>', 'is not a file of rows: it is an HTML or XML page'],
    [
      'a gzip file',
      Buffer.from([0x1f, 0x8b, 8, 0]),

      'is not a file of rows: it is compressed with gzip',
    ],
    [
      'a head that is not closed',
      'id,"quantity\na,1\n',

      'is not a file of rows: the header, on line 1, opens a quotation mark on line 1 that is never closed',
    ],
    [
      'a head wrongly quoted',
      'id,x"y"\na,1\n',

      'is not a file of rows: the header, on line 1, has a quotation mark inside an unquoted cell: quote the cell and double the mark',
    ],
    [
      'a head of one long line',
      'x'.repeat(2 ** 20 + 1),

      'is not a file of rows: the header is longer than 1 MiB, the limit for a row',
    ],
    [
      'a head of many lines',
      `"${'x\n'.repeat(2 ** 19 + 1)}`,

      'is not a file of rows: the header is longer than 1 MiB, the limit for a row',
    ],
    [
      'a head of many columns',
      'a,'.repeat(2000),

      'is not a file of rows: its header has 2001 columns, more than the limit of 1000',
    ],
  ])('%s', async (_what, content, message) => {
    const path = fileOf(content);
    expect(await failure(path)).toMatchObject({ code: 'unreadable-input', message: `${path} ${message}` });
  });
});

describe('other encodings than UTF-8', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  test.each([
    ['UTF-16 with a mark', utf16('\ufeffid,quantity\n')],
    ['UTF-16 without one', utf16('id,quantity\n')],
    ['UTF-16, big endian', utf16('\ufeffid\n').swap16()],
    ['the same without a mark', utf16('id\n').swap16()],
    ['Latin-1', Buffer.from('id,títle\n', 'latin1')],
    [
      'a wrong byte far down',
      Buffer.concat([Buffer.from(`id\n${'é👗\n'.repeat(50_000)}`), Buffer.from([0xe9])]),
    ],
    ['a character cut off at the end', Buffer.from('id\n👗').subarray(0, -1)],
  ])('%s', async (_name, content) => {
    const path = fileOf(content);
    expect(await failure(path)).toMatchObject({
      code: 'wrong-encoding',
      message: `${path} is not written in UTF-8 (it may be UTF-16, Latin-1 or Windows-1252)`,
    });
  });

  test('characters may cross the places where a file is cut for reading', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const title = 'x'.repeat(shift) + '👗é'.repeat(20_000);
      expect((await rowsIn(fileOf(`id,title\na,${title}\n`)))[0]?.fields.title).toBe(title);
    }
  });
});

describe('files that can not be read', () => {
  test('nothing there', async () => {
    const path = join(temporaryFolder(), 'none');
    expect(await failure(path)).toMatchObject({
      code: 'unreadable-input',
      message: `${path} can't be read: there is no such file or folder`,
    });
  });

  test('a directory', async () => {
    expect(await failure(temporaryFolder())).toMatchObject({
      message: expect.stringMatching(/: it is a directory$/),
    });
  });

  test('a part of the path is a file', async () => {
    expect(await failure(join(fileOf('id\n'), 'x'))).toMatchObject({
      message: expect.stringMatching(/: a part of its path is not a folder$/),
    });
  });

  test('links to nothing, and in a circle', async () => {
    const directory = temporaryFolder();
    symlinkSync('gone', join(directory, 'dangling'));
    symlinkSync('circle', join(directory, 'circle'));
    expect(await failure(join(directory, 'dangling'))).toMatchObject({
      message: expect.stringMatching(/: it is a symbolic link to nothing$/),
    });
    expect(await failure(join(directory, 'circle'))).toMatchObject({
      message: expect.stringMatching(/: its symbolic links lead round in a circle$/),
    });
  });

  test('a pipe, which is not waited for', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(await failure(path)).toMatchObject({
      message: expect.stringMatching(/: it is not a regular file$/),
    });
  });

  // Root may read everything.
  test.skipIf(process.getuid?.() === 0)('a file that is closed to us', async () => {
    const path = fileOf('id\n');
    chmodSync(path, 0);
    expect(await failure(path)).toMatchObject({ message: expect.stringMatching(/: permission denied$/) });
  });

  test('a link to a file is as good as the file', async () => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, 'there'));
    writeFileSync(join(directory, 'there', 'rows'), 'id\na\n');
    symlinkSync(join('there', 'rows'), join(directory, 'link'));
    expect(await rowsIn(join(directory, 'link'))).toHaveLength(1);
  });
});

test('a file is known by its hash and size', async () => {
  expect(await hashFile(fileOf('id,quantity\n'))).toEqual({
    sha256: execFileSync('sha256sum', { input: 'id,quantity\n' }).toString().slice(0, 64),
    size: 12,
  });
});
