import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/failure/failure.ts';
import { inShell, machine } from '../../support/built.ts';
import { errorOf, resale, sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('resale sandbox demo', () => {
  test('shows command lines that are real: typed again at a terminal, they print the same, whatever the environment says', async () => {
    const others = { RESALE_OUTPUT: 'csv', RESALE_PROFILE: 'nowhere', RESALE_NO_INPUT: '1', COLUMNS: '200' };
    // A new feed at a quarter past an hour would have the listings that were created.
    const demo = await resale('sandbox demo --feed-every 86400', { env: others });
    expect(demo).toMatchObject({ exitCode: 0, stderr: '' });
    // What it closed is shown to be closed.
    expect(demo.stdout).toMatch(/\$ resale listings get .*\nID .*\nSTATE +○ closed\n/);

    // What is piped into a command stands below it, up to the word ROWS.
    const lines = demo.stdout.match(/^\$ resale (?:.* <<'ROWS'\n[\s\S]*?\nROWS$|.*$)/gm) ?? [];
    expect(lines.map((line) => line.split(' ').slice(2, 4).join(' '))).toEqual([
      'listings create',
      'listings create',
      'listings list',
      'listings get',
      'inventory set',
      'inventory adjust',
      'inventory set',
      'listings close',
      'listings get',
      'grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20',
      'shops lookup',
      'feed fetch',
      'feed fetch',
    ]);
    const sandbox = await sandboxed();
    const cwd = temporaryFolder();
    const env = { ...sandbox.env, RESALE_PROFILE: 'sandbox', ...directoriesIn(cwd) };
    let again = '';
    const hears = (text: string) => {
      again += text;
    };
    for (const line of lines) {
      const [, typed = '', stdin = ''] = /^\$ resale (.*?)(?: <<'ROWS'\n([\s\S]*\n)ROWS)?$/.exec(line) ?? [];
      again += `${line}\n`;
      const how = { env, cwd, stdin, terminal: 200, onStdout: hears, onStderr: hears };
      expect(await resale(typed, how)).toMatchObject({ exitCode: 0 });
    }
    expect(withoutRemarks(again)).toEqual(withoutRemarks(demo.stdout));
  });

  test('ends quietly when its reader goes away, and when it is stopped', async () => {
    const on = machine();
    const short = await inShell('set -o pipefail; resale sandbox demo --quiet | head -30', { on });
    expect(short).toMatchObject({ exitCode: 0, stderr: '' });
    // With --quiet, there is no remark.
    expect(short.stdout).toMatch(/^\$ resale listings create (?:.*\n(?!# ))+$/);
    expect(readdirSync(on.temporary)).toEqual([]);
    const controller = new AbortController();
    const stopped = await resale('sandbox demo', {
      interruption: controller.signal,
      onStdout: (text) =>
        text.includes('$ resale listings list') && controller.abort(new Interrupted('SIGTERM')),
    });
    expect([stopped.exitCode, errorOf(stopped).message]).toEqual([143, 'Stopped by SIGTERM.']);
  });
});

const directoriesIn = (folder: string) => ({
  RESALE_CONFIG_DIR: join(folder, 'config'),
  RESALE_STATE_DIR: join(folder, 'state'),
  RESALE_CACHE_DIR: join(folder, 'cache'),
});

/** What the demonstration showed, without its own words between. */
const withoutRemarks = (stdout: string): string[] =>
  stdout
    .replace(/\nThat was a sandbox.*$/s, '')
    .replace(/^\n?# .*\n/gm, '')
    // Each sandbox has a port of its own, and the addresses of its listings name it.
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .trimEnd()
    .split('\n');
