import { readdir, readFile, writeFile } from 'node:fs/promises';
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
