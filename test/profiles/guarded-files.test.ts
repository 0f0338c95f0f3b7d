import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ProfileStore } from '../../src/profiles/store.ts';
import { modeOf } from '../support/modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { configuration } from './directory.ts';

const root = process.getuid?.() === 0;
const profile = { baseUrl: 'https://api.example' };

const replaceFile = (directory: string, put: (path: string) => void) => {
  const path = join(directory, 'config.json');
  rmSync(path);
  put(path);
};

const replaceDirectory = (at: string, put: () => void) => {
  renameSync(at, `${at}-real`);
  put();
};

const file = '/config.json';

/** What was done to the directory → the path that is refused, and why. */
const cases: [string, (directory: string) => void, string, string][] = [
  [
    'a link to a file',
    (at) => replaceFile(at, (path) => symlinkSync(elsewhere(), path)),
    file,
    'is a symbolic link',
  ],
  [
    'a link to nothing',
    (at) => replaceFile(at, (path) => symlinkSync('/nowhere', path)),
    file,
    'is a symbolic link',
  ],
  [
    'a FIFO',
    (at) => replaceFile(at, (path) => execFileSync('mkfifo', [path])),
    file,
    'is not a regular file',
  ],
  ['a directory', (at) => replaceFile(at, (path) => mkdirSync(path)), file, 'is a directory'],
  [
    'a link for the whole',
    (at) => replaceDirectory(at, () => symlinkSync(`${at}-real`, at)),
    '',
    'is a symbolic link',
  ],
  [
    'a file for the whole',
    (at) => replaceDirectory(at, () => writeFileSync(at, '')),
    '',
    'is not a directory',
  ],
  ['a directory that all users share', (at) => chmodSync(at, 0o1777), '', 'is shared by all users'],
];

const foreign: typeof cases = [
  ['another user’s file', (at) => chownSync(at + file, 65534, 65534), file, 'belongs to another user'],
  ['another user’s directory', (at) => chownSync(at, 65534, 65534), '', 'belongs to another user'],
];

const elsewhere = () => {
  const path = join(temporaryFolder(), 'elsewhere.json');
  writeFileSync(path, '{}');
  return path;
};

describe('what is neither read nor written', () => {
  test.each(root ? [...cases, ...foreign] : cases)('%s', async (_what, spoil, at, problem) => {
    const directory = configuration({ 'config.json': {} });
    spoil(directory);
    const store = new ProfileStore(() => directory);
    const refusal = { name: 'UnusableFile', path: directory + at, message: `${directory}${at} ${problem}` };
    await expect(store.read()).rejects.toMatchObject(refusal);
    await expect(store.add('live', profile)).rejects.toMatchObject(refusal);
  });

  test('a shared directory keeps its mode: closing it would lock others out', async () => {
    const directory = configuration();
    chmodSync(directory, 0o1777);
    await expect(new ProfileStore(() => directory).read()).rejects.toMatchObject({ name: 'UnusableFile' });
    expect(modeOf(directory)).toBe('1777');
  });

  test('a directory below a file', async () => {
    const directory = join(elsewhere(), 'resale');
    await expect(new ProfileStore(() => directory).read()).rejects.toMatchObject({
      name: 'UnusableFile',
      message: `${directory} can't be read (ENOTDIR)`,
    });
  });

  test.skipIf(root)('a file without the right to read it', async () => {
    const directory = configuration({ 'config.json': {} });
    chmodSync(join(directory, 'config.json'), 0);
    await expect(new ProfileStore(() => directory).read()).rejects.toThrow(
      "config.json can't be read (EACCES)",
    );
  });

  test('a place where nothing can be made', async () => {
    const directory = '/dev/null/resale';
    await expect(new ProfileStore(() => directory).add('live', profile)).rejects.toMatchObject({
      name: 'UnusableFile',
      path: directory,
    });
  });

  test('the credentials are guarded like the settings', async () => {
    const directory = configuration();
    symlinkSync(elsewhere(), join(directory, 'credentials.json'));
    const store = new ProfileStore(() => directory);
    await expect(store.keyInFile('live')).rejects.toThrow('credentials.json is a symbolic link');
    await expect(store.add('live', profile)).rejects.toThrow('credentials.json is a symbolic link');
    await expect(store.read()).resolves.toBeDefined();
  });
});
