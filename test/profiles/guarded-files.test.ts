import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ProfileStore } from '../../src/profiles/store.ts';
import { modeOf } from '../support/modes.ts';
import { table } from '../support/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { configuration } from './directory.ts';

const root = process.getuid?.() === 0;
const profile = { baseUrl: 'https://api.example' };

const file = '/config.json';

/** Takes the file away, and puts something else there. */
const instead = (put: (path: string) => void) => (directory: string) => {
  rmSync(directory + file);
  put(directory + file);
};

/** Renames the directory, and puts something else there. */
const insteadOfAll = (put: (path: string) => void) => (directory: string) => {
  renameSync(directory, `${directory}-real`);
  put(directory);
};

const nobody = (path: string) => chownSync(path, 65534, 65534);

/** What was done to the directory. */
const spoilt: Readonly<Record<string, (directory: string) => void>> = {
  'a link to a file': instead((path) => symlinkSync(elsewhere(), path)),
  'a link to nothing': instead((path) => symlinkSync('/nowhere', path)),
  'a FIFO': instead((path) => execFileSync('mkfifo', [path])),
  'a directory': instead((path) => mkdirSync(path)),
  'a link for the whole': insteadOfAll((path) => symlinkSync(`${path}-real`, path)),
  'a file for the whole': insteadOfAll((path) => writeFileSync(path, '')),
  'a directory that all users share': (directory) => chmodSync(directory, 0o1777),
  'another user’s file': (directory) => nobody(directory + file),
  'another user’s directory': nobody,
};

// That → the path that is refused → why.
const cases = table(`
  a link to a file → /config.json → is a symbolic link
  a link to nothing → /config.json → is a symbolic link
  a FIFO → /config.json → is not a regular file
  a directory → /config.json → is a directory
  another user’s file → /config.json → belongs to another user
  a link for the whole →  → is a symbolic link
  a file for the whole →  → is not a directory
  a directory that all users share →  → can be changed by other users
  another user’s directory →  → belongs to another user
`).filter(([what = '']) => root || !what.startsWith('another user'));

const elsewhere = () => {
  const path = join(temporaryFolder(), 'elsewhere.json');
  writeFileSync(path, '{}');
  return path;
};

describe('what is neither read nor written', () => {
  test.each(cases)('%s', async (what = '', at = '', problem) => {
    const directory = configuration({ 'config.json': {} });
    spoilt[what]?.(directory);
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
