import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { modeOf, setUmask } from '../../support/modes.ts';
import { resale, sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Files of a user that the tool replaces, and their modes. */
const before = { 'out-closed.json': 0o600, 'failed-closed.csv': 0o640, 'plan-open.ndjson': 0o666 };

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

/** Writes everything that the tool writes. */
const session = [
  'listings list --out out.json',
  'listings list --out out-closed.json',
  'inventory set --from rows.csv --plan plan.ndjson',
  'inventory set --from rows.csv --plan plan-open.ndjson',
  'inventory set --from - --yes --failed-out failed.csv',
  'inventory set --from rows.csv --yes --failed-out failed-closed.csv',
  'feed fetch',
  ...['bash', 'zsh', 'fish'].map((shell) => `completion install ${shell}`),
];

/** `-rw------- .config/resale/config.json`; what has a name of its own each time is written as `*`. */
const modesBelow = (folder: string): string[] =>
  [
    ...new Set(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => !/^(bin|tmp)\b/.test(path))
        .map((path) => {
          const mode = (statSync(join(folder, path)).mode & 0o7777).toString(8).padStart(4, '0');
          return `${mode} ${path.replace(/\d{8}-\d{6}-\w{4}|([0-9a-f]{32})+(-\d+-\d+)?/g, '*')}`;
        }),
    ),
  ].sort();

/** What is ours, and a user's own files, which get no right that they had not. */
const closed = [
  '.cache',
  '.cache/resale',
  '.cache/resale/feeds',
  '.cache/resale/feeds/*',
  '.config',
  '.config/resale',
  '.local',
  '.local/state',
  '.local/state/resale',
  '.local/state/resale/runs',
  '.local/state/resale/runs/*',
  '.local/state/resale/runs/*/undo',
].map((folder) => `0700 ${folder}`);
const kept = [
  '0600 .cache/resale/feeds/*/asked',
  '0600 .cache/resale/feeds/*/feed-*.json',
  '0600 .config/resale/config.json',
  '0600 .config/resale/credentials.json',
  '0600 .local/state/resale/runs/*/holder.json',
  '0600 .local/state/resale/runs/*/journal.ndjson',
  '0600 .local/state/resale/runs/*/plan.ndjson',
  '0600 .local/state/resale/runs/*/undo/holder.json',
  '0600 .local/state/resale/runs/*/undo/journal.ndjson',
  '0600 .local/state/resale/runs/*/undo/plan.ndjson',
  '0600 out-closed.json',
  '0640 failed-closed.csv',
];

/** What a user asked for: the umask decides. */
const named = ['failed.csv', 'out.json', 'plan-open.ndjson', 'plan.ndjson', 'rows.csv'];

/** What a shell runs: nobody else may ever change it. */
const scripts = [
  '.config/fish/completions/resale.fish',
  '.local/share/bash-completion/completions/resale',
  '.local/share/zsh/site-functions/_resale',
];
const folders = [
  '.config/fish',
  '.config/fish/completions',
  '.local/share',
  '.local/share/bash-completion',
  '.local/share/bash-completion/completions',
  '.local/share/zsh',
  '.local/share/zsh/site-functions',
];

// The group may do all, others nothing that they need: what is left to the umask, what is closed, and what nobody else may change
// all look different.
test('all that the tool writes, under umask 006', async () => {
  const { baseUrl, env: keys } = await sandboxed({ listings: 2 });
  const home = temporaryFolder();
  const rows = `id,quantity\n${id},5\n`;
  for (const [name, mode] of Object.entries(before)) {
    writeFileSync(join(home, name), 'old');
    chmodSync(join(home, name), mode);
  }
  setUmask(0o006);
  writeFileSync(join(home, 'rows.csv'), rows);
  const how = { env: { ...keys, HOME: home }, cwd: home };
  const typed = async (line: string, stdin = rows) => {
    const { exitCode, stdout, stderr } = await resale(line, { ...how, stdin });
    expect([line, exitCode, stderr]).toEqual([line, 0, expect.not.stringMatching(/error/i)]);
    return stdout;
  };
  const add = `profiles add live --base-url ${baseUrl} --client-id ${keys.RESALE_CLIENT_ID} --api-key-stdin`;
  await typed(add, keys.RESALE_API_KEY);
  for (const line of session) await typed(line);
  await typed(`runs undo ${JSON.parse(await typed('runs list')).at(-1).run} --yes`);
  expect(modesBelow(home)).toEqual(
    [
      ...closed,
      ...kept,
      ...named.map((name) => `0660 ${name}`),
      ...scripts.map((name) => `0640 ${name}`),
      ...folders.map((name) => `0751 ${name}`),
    ].sort(),
  );
});

test('a script of completions that everybody could change is closed', async () => {
  const home = temporaryFolder();
  const script = join(home, '.config/fish/completions/resale.fish');
  mkdirSync(dirname(script), { recursive: true });
  setUmask(0);
  writeFileSync(script, 'old');
  await resale('completion install fish', { env: { HOME: home } });
  expect(modeOf(script)).toBe('644');
});
