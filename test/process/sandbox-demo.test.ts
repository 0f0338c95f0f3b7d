import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { built, inShell, machine, printed } from '../support/built.ts';
import { inTerminal } from '../support/terminal.ts';

/** A new feed at a quarter past an hour would have the listings that were created. */
const sameFeed = '--feed-every 86400';

describe('resale sandbox demo', () => {
  test('shows command lines that are real: typed again at a terminal, they print the same, whatever the environment says', async () => {
    const on = machine();
    const env = { RESALE_OUTPUT: 'csv', RESALE_PROFILE: 'nowhere', RESALE_NO_INPUT: '1', COLUMNS: '200' };
    const demo = await built(`sandbox demo ${sameFeed}`, { on, env });
    expect(demo).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(on.temporary)).toEqual([]);
    // What it closed is shown to be closed.
    expect(demo.stdout).toMatch(/\$ resale listings get .*\nID .*\nSTATE +- closed\n/);

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
    const script = lines.map((line) => `cat <<'LINE'\n${line}\nLINE\n${line.slice(2)}`).join('\n');
    const again = inTerminal(['sandbox', 'exec', ...sameFeed.split(' '), '--', 'bash', '-e', '-c', script], {
      columns: 200,
    });
    expect(await again.ended).toMatchObject({ exitCode: 0 });
    expect(withoutRemarks(again.text())).toEqual(withoutRemarks(demo.stdout));
  });

  test('ends quietly when its reader goes away, and when it is stopped', async () => {
    const on = machine();
    const short = await inShell('set -o pipefail; resale sandbox demo --quiet | head -30', { on });
    expect(short).toMatchObject({ exitCode: 0, stderr: '' });
    // With --quiet, there is no remark.
    expect(short.stdout).toMatch(/^\$ resale listings create (?:.*\n(?!# ))+$/);
    const running = built('sandbox demo', { on });
    await printed(running, /\$ resale listings list/);
    running.kill('SIGTERM');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(143);
    expect(JSON.parse(stderr).error.message).toBe('Stopped by SIGTERM.');
    expect(readdirSync(on.temporary)).toEqual([]);
  });
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
