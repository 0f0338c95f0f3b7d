import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { write } from '../../src/terminal/io.ts';
import { toFile } from '../../src/terminal/out-file.ts';
import { setUmask } from '../support/modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(temporaryFolder());
});

const read = (name: string) => readFile(join(folder, name), 'utf8');

test('the file is there once it is committed, and whole', async () => {
  const file = await toFile('listings.json', folder);
  await write(file.output, '[');
  await write(file.output, ']\n');
  await expect(read('listings.json')).rejects.toThrow('ENOENT');
  await file.commit();
  expect(await read('listings.json')).toBe('[]\n');
  expect(await readdir(folder)).toEqual(['listings.json']);
});

test('until then, and when it is discarded, an earlier file stays', async () => {
  await writeFile(join(folder, 'listings.json'), 'earlier');
  const file = await toFile('listings.json', folder);
  await write(file.output, 'half');
  expect(await read('listings.json')).toBe('earlier');
  await file.discard();
  expect(await read('listings.json')).toBe('earlier');
  expect(await readdir(folder)).toEqual(['listings.json']);
});

test("if it can't take its name, nothing of it is left", async () => {
  const file = await toFile('listings.json', folder);
  await write(file.output, '[]');
  await mkdir(join(folder, 'listings.json', 'deep'), { recursive: true });
  await expect(file.commit()).rejects.toThrow('rename');
  expect(await readdir(folder)).toEqual(['listings.json']);
});

test('a file that nothing was written to is empty', async () => {
  await (await toFile('empty.csv', folder)).commit();
  expect(await read('empty.csv')).toBe('');
});

test('its mode is what the umask says', async () => {
  await (await toFile('new.csv', folder)).commit();
  await writeFile(join(folder, 'plain.csv'), '');
  expect((await stat(join(folder, 'new.csv'))).mode).toBe((await stat(join(folder, 'plain.csv'))).mode);
});

test('the file that a symbolic link leads to is replaced, not the link', async () => {
  await writeFile(join(folder, 'real.csv'), 'earlier');
  await symlink('real.csv', join(folder, 'link.csv'));
  const file = await toFile('link.csv', folder);
  await write(file.output, 'new');
  await file.commit();
  expect(await read('real.csv')).toBe('new');
  expect((await readdir(folder)).sort()).toEqual(['link.csv', 'real.csv']);
});

const nobody = 65534;

describe('a file that is replaced', () => {
  const replaced = async (mode: number, give: (path: string) => Promise<void> = async () => {}) => {
    const path = join(folder, 'old.csv');
    await writeFile(path, 'old');
    await chmod(path, mode);
    await give(path);
    const file = await toFile(path, folder);
    await write(file.output, 'new');
    const [unfinished = ''] = (await readdir(folder)).filter((name) => name.endsWith('.part'));
    const { mode: before } = await stat(join(folder, unfinished));
    await file.commit();
    const { mode: after } = await stat(path);
    return { before: before & 0o777, after: after & 0o7777 };
  };

  test.each([
    [0o600, 0o600],
    [0o640, 0o640],
    [0o664, 0o644],
    [0o666, 0o644],
    // A file of data runs as nobody.
    [0o4755, 0o644],
  ])('gives the new one no right that it had not, nor one that the umask takes: %o', async (mode, after) => {
    setUmask(0o022);
    expect(await replaced(mode)).toMatchObject({ before: after, after });
  });

  test.runIf(process.getuid?.() === 0)('is not given away in a folder that all users share', async () => {
    await chmod(folder, 0o1777);
    const give = (path: string) => chown(path, nobody, nobody);
    await expect(replaced(0o666, give)).rejects.toMatchObject({ reason: 'it belongs to another user' });
    expect(await read('old.csv')).toBe('old');
  });

  test.runIf(process.getuid?.() === 0)("behind somebody else's link, it is not", async () => {
    await writeFile(join(folder, 'real.csv'), 'earlier');
    await symlink('real.csv', join(folder, 'link.csv'));
    await lchown(join(folder, 'link.csv'), nobody, nobody);
    await expect(toFile('link.csv', folder)).rejects.toMatchObject({
      reason: "another user's symbolic link leads to it",
    });
  });
});

describe('what cannot be written is said at once', () => {
  test.each([
    ['.', 'it is a directory'],
    ['missing/listings.json', 'its folder does not exist'],
    ['file/listings.json', 'a part of its path is not a folder'],
    ['/dev/null', 'it is not a regular file'],
  ])('%s: %s', async (path, reason) => {
    await writeFile(join(folder, 'file'), '');
    await expect(toFile(path, folder)).rejects.toMatchObject({ name: 'UnwritableFile', reason });
    expect(await readdir(folder)).toEqual(['file']);
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be changed', async () => {
    await writeFile(join(folder, 'kept.csv'), '');
    await chmod(join(folder, 'kept.csv'), 0o444);
    await expect(toFile('kept.csv', folder)).rejects.toMatchObject({ reason: 'permission denied' });
  });
});

test('a write that nothing takes fails once its stream is given up', async () => {
  const stream = new Writable({ write: () => {} });
  const written = write(stream, 'held up');
  stream.destroy(new Error('the tool was stopped'));
  await expect(written).rejects.toThrow('the tool was stopped');
});
