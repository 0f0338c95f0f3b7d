import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOwnFolder } from '../../src/files/own-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.runIf(process.platform !== 'win32').each([
  [0o755, 0o700],
  [0o711, 0o700],
  [0o700, 0o700],
])('a folder of ours with mode %o has %o from then on', (made, then) => {
  const folder = join(temporaryFolder(), 'runs');
  mkdirSync(folder);
  chmodSync(folder, made);
  expect(isOwnFolder(folder, 'RESALE_STATE_DIR')).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(then);
});

test.runIf(process.platform !== 'win32').each([0o775, 0o707, 0o1777])(
  'one in which others may write, with mode %o, is refused, and stays as it is',
  (mode) => {
    const folder = join(temporaryFolder(), 'runs');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(() => isOwnFolder(folder, 'RESALE_STATE_DIR')).toThrow('can be changed by other users');
    expect(statSync(folder).mode & 0o7777).toBe(mode);
  },
);
