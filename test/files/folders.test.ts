import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolders } from '../../src/files/folders.ts';
import { modeOf, setUmask } from '../support/modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let place: string;
beforeEach(() => {
  place = temporaryFolder();
});

test.each([
  ['', undefined],
  ['one', 'one'],
  ['one/two/three', 'one'],
])('%j: makes what is missing, and tells the topmost', (path, topmost) => {
  expect(makeFolders(join(place, path), 0o755)).toBe(topmost && join(place, topmost));
  expect(statSync(join(place, path)).isDirectory()).toBe(true);
});

test('what is there stays as it is, and what is made has the mode', () => {
  makeFolders(join(place, 'one'), 0o755);
  expect(makeFolders(join(place, 'one/two'), 0o700)).toBe(join(place, 'one/two'));
  expect(statSync(join(place, 'one/two')).mode & 0o777).toBe(0o700);
});

test('a link to a folder is one', () => {
  makeFolders(join(place, 'real'), 0o755);
  symlinkSync('real', join(place, 'link'));
  expect(makeFolders(join(place, 'link/below'), 0o755)).toBe(join(place, 'link/below'));
});

test('below a file there can be none: the system says why', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolders(join(place, 'file'), 0o755)).toThrow('EEXIST');
  expect(() => makeFolders(join(place, 'file/below'), 0o755)).toThrow('ENOTDIR');
  symlinkSync('nowhere', join(place, 'dangling'));
  expect(() => makeFolders(join(place, 'dangling'), 0o755)).toThrow('EEXIST');
});

test.skipIf(!existsSync('/proc/self'))('below /proc it comes to an end', () => {
  expect(() => makeFolders('/proc/no-such/folder', 0o755)).toThrow('ENOENT');
});

test.each([
  [0o177, 0o755, '700'],
  [0o777, 0o755, '700'],
  [0o022, 0o755, '755'],
  [0o000, 0o700, '700'],
])('under the umask %o, its user can use it, and nobody may more than was asked for', (umask, mode, made) => {
  const place = temporaryFolder();
  setUmask(umask);
  makeFolders(join(place, 'one/two'), mode);
  for (const path of ['one', 'one/two']) expect(modeOf(join(place, path))).toBe(made);
});
