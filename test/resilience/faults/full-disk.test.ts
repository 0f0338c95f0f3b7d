import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin } from '../../support/built.ts';
import { canTrace } from '../../support/strace.ts';
import { start } from '../torture/tool.ts';
import { onPremises } from './premises.ts';

/** Has the system say that the disk is full as soon as something is to be on it for sure, or a file is copied. */
const onFullDisk = [
  ...['strace', '-f', '-qq', '-o', '/dev/null'],
  ...['-e', 'inject=fsync,copy_file_range,sendfile:error=ENOSPC'],
];

describe.runIf(canTrace)('a full disk behind --out', () => {
  test.each(['listings list --out data', 'feed fetch --out data', 'feed fetch -o ndjson --out data'])(
    'resale %s: exit code 1, the earlier file stays, and nothing is left beside it',
    async (line) => {
      const { exitCode, error, kept, names } = await onPremises(async ({ home, env }) => {
        await writeFile(join(home, 'data'), 'earlier');
        const program = [...onFullDisk, process.execPath, bin, ...line.split(' ')];
        const ended = await start({ program, cwd: home, env }).ended;
        return {
          exitCode: ended.exitCode,
          error: JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{"error"'))).error,
          kept: await readFile(join(home, 'data'), 'utf8'),
          names: (await readdir(home)).filter((name) => !['.cache', '.config', '.local'].includes(name)),
        };
      });
      expect([exitCode, error.code, kept, names]).toEqual([1, 'file-failed', 'earlier', ['data']]);
    },
  );
});

/** Has the system say that the disk is read-only by now. */
const onReadOnlyDisk = (calls: string) => [
  ...['strace', '-f', '-qq', '-o', '/dev/null'],
  ...['-e', `inject=${calls}:error=EROFS`],
];

test.runIf(canTrace).each([
  ['can have no folder', 'inventory set --from rows --yes', 'mkdir,mkdirat', 'written'],
  ['stays', 'runs prune --older-than 0 --yes', 'rmdir,unlink,unlinkat', 'removed'],
])('on a disk that is read-only by now a run %s: resale %s', async (_, line, calls, done) => {
  const { exitCode, error } = await onPremises(async ({ home, env }) => {
    const left = join(home, 'state', 'runs', '20200101-000000-0000');
    await mkdir(left, { recursive: true, mode: 0o700 });
    await utimes(left, 0, 0);
    await writeFile(join(home, 'rows'), 'id,quantity\n');
    const ended = await start({
      program: [...onReadOnlyDisk(calls), process.execPath, bin, ...line.split(' '), '-o', 'json'],
      cwd: home,
      env: { ...env, RESALE_STATE_DIR: join(home, 'state') },
    }).ended;
    return {
      exitCode: ended.exitCode,
      error: JSON.parse(ended.stderr.slice(ended.stderr.indexOf('{"error"'))).error,
    };
  });
  expect([exitCode, error]).toEqual([
    2,
    expect.objectContaining({
      code: 'file-failed',
      message: expect.stringMatching(
        new RegExp(`/state/runs/(\\.removed-)?[-0-9a-f]+ can't be ${done} \\(EROFS\\)\\.$`),
      ),
      hint: 'Look at its permissions and its disk, or name another directory with RESALE_STATE_DIR.',
    }),
  ]);
});
