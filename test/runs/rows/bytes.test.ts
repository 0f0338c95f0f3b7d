import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readsOnce, spool } from '../../../src/runs/rows/row-source.ts';
import { cutAt } from '../../support/chunks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf } from './files.ts';

test('what comes through a pipe is copied byte by byte, readable only by its owner', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const path = join(temporaryFolder(), 'input');
  const bytes = Buffer.from('\ufeffid\r\né\n\xff', 'latin1');
  await spool(cutAt(bytes, [1, 4, 7]), path);
  expect(readFileSync(path)).toEqual(bytes);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
});

test('a pipe that breaks leaves nothing behind', async () => {
  const path = join(temporaryFolder(), 'input');
  const broken = (async function* () {
    yield Buffer.from('id\n');
    throw new Error('the pipe broke');
  })();
  await expect(spool(broken, path)).rejects.toThrow('the pipe broke');
  expect(existsSync(path)).toBe(false);
});

test('a folder that is not there is said', async () => {
  await expect(spool(cutAt('id\n'), join(temporaryFolder(), 'none', 'input'))).rejects.toMatchObject({
    message: expect.stringMatching(/: its folder does not exist$/),
  });
});

test('what can be read only once is known', async () => {
  const directory = temporaryFolder();
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  expect(await readsOnce(join(directory, 'pipe'))).toBe(true);
  expect(await readsOnce('/dev/null')).toBe(true);
  expect(await readsOnce(fileOf('id\n'))).toBe(false);
  expect(await readsOnce(directory)).toBe(false);
  expect(await readsOnce(join(directory, 'none'))).toBe(false);
});
