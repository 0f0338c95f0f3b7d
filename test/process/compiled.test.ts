import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built, machine } from '../support/built.ts';

const canKeep = 'enableCompileCache' in nodeModule;
const directoryOn = (home: string) => join(home, '.cache/resale/compiled');

describe.runIf(canKeep)('what Node compiles of the tool', () => {
  test('is kept in the directory for caches, only for this user', async () => {
    const on = machine();
    expect(await built('listings --help', { on })).toMatchObject({ exitCode: 0, stderr: '' });
    const directory = directoryOn(on.home);
    const [version = ''] = readdirSync(directory);
    expect(readdirSync(join(directory, version)).length).toBeGreaterThan(0);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('is not kept where others could put their own code', async () => {
    const on = machine();
    const directory = directoryOn(on.home);
    mkdirSync(directory, { recursive: true, mode: 0o755 });
    expect(await built('listings --help', { on })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('is not kept by the fastest of all', async () => {
    const on = machine();
    expect(await built('--version', { on })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(directoryOn(on.home))).toBe(false);
  });
});

test.each(['/dev/null/cache', '/proc/1/cache', 'relative', ''])(
  'a directory for caches that is none, %j, keeps nobody from anything',
  async (directory) => {
    const env = { RESALE_CACHE_DIR: directory };
    expect(await built('listings --help', { env })).toMatchObject({ exitCode: 0, stderr: '' });
  },
);
