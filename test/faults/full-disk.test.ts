import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin } from '../support/built.ts';
import { canTrace } from '../support/strace.ts';
import { start } from '../torture/tool.ts';
import { onPremises } from './premises.ts';

/** Has the system say that the disk is full as soon as something is to be on it for sure. */
const onFullDisk = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=ENOSPC'];

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
      expect([exitCode, error.code, kept, names]).toEqual([1, 'disk-full', 'earlier', ['data']]);
    },
  );
});

test.runIf(canTrace)(
  'a run that can have no folder, on a disk that is read-only by now: nothing is sent',
  async () => {
    const { exitCode, error } = await onPremises(async ({ home, env }) => {
      await mkdir(join(home, 'state', 'runs'), { recursive: true, mode: 0o700 });
      await writeFile(join(home, 'rows'), 'id,quantity\n');
      const refusing = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'inject=mkdir,mkdirat:error=EROFS'];
      const line = ['inventory', 'set', '--from', 'rows', '--yes', '-o', 'json'];
      const ended = await start({
        program: [...refusing, process.execPath, bin, ...line],
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
        code: 'unusable-file',
        message: expect.stringMatching(/\/state\/runs\/[-0-9a-f]+ can't be written \(EROFS\)\.$/),
        hint: 'Name a directory that can be written with RESALE_STATE_DIR.',
      }),
    ]);
  },
);
