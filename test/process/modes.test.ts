import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, creation, sandboxWith } from '../sandbox/running.ts';
import { inShell, machine } from '../support/built.ts';
import { openUmask } from '../support/modes.ts';
import { sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Writes everything that the tool writes, beside files of a user that it replaces. Tab waits for the service only as long as
 * somebody at the keyboard would: on a busy machine, not always long enough.
 */
const session = `
cd "$HOME"
echo old > out-closed.json; chmod 600 out-closed.json
echo old > failed-closed.csv; chmod 640 failed-closed.csv
echo old > plan-open.ndjson; chmod 666 plan-open.ndjson
echo "$RESALE_API_KEY" | resale profiles add live --base-url "$RESALE_BASE_URL" --client-id "$RESALE_CLIENT_ID" --api-key-stdin
id=$(resale listings list --limit 1 --jq '.[0].id')
resale listings list --out out.json --debug-file trace.log
resale listings list --out out-closed.json
resale profiles export --out exported.json
printf 'id,quantity\n%s,5\n' "$id" > rows.csv
resale inventory set --from rows.csv --plan plan.ndjson
resale inventory set --from rows.csv --plan plan-open.ndjson
resale inventory set --from - --yes --failed-out failed.csv < rows.csv
resale inventory set --from rows.csv --yes --failed-out failed-closed.csv
resale runs undo "$(resale runs list --jq '.[-1].run')" --yes
resale feed fetch
until [ -d "$HOME/.cache/resale/completion" ]; do resale __complete listing listings get; done
for shell in bash zsh fish; do resale completion install $shell; done
`;

/** `-rw------- .config/resale/config.json`; what has a name of its own each time is written as `*`. */
const modesBelow = (folder: string): string[] =>
  [
    ...new Set(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => !/^(bin|tmp)\b/.test(path))
        .map((path) => {
          const mode = (statSync(join(folder, path)).mode & 0o7777).toString(8).padStart(4, '0');
          return `${mode} ${path.replace(/\d{8}-\d{6}-\w{4}|([0-9a-f]{32})+/g, '*')}`;
        }),
    ),
  ].sort();

/** What is ours, and a user's own files, which keep their modes. */
const closed = [
  '.cache',
  '.cache/resale',
  '.cache/resale/completion',
  '.cache/resale/feeds',
  '.cache/resale/feeds/*',
  '.config',
  '.config/resale',
  '.local',
  '.local/state',
  '.local/state/resale',
  '.local/state/resale/runs',
  '.local/state/resale/runs/*',
].map((folder) => `0700 ${folder}`);
const kept = [
  '0600 .cache/resale/completion/*',
  '0600 .cache/resale/feeds/*/feed-*.json',
  '0600 .config/resale/config.json',
  '0600 .config/resale/credentials.json',
  '0600 .local/state/resale/runs/*/holder.json',
  '0600 .local/state/resale/runs/*/input',
  '0600 .local/state/resale/runs/*/journal.ndjson',
  '0600 .local/state/resale/runs/*/manifest.json',
  '0600 out-closed.json',
  '0600 trace.log',
  '0640 failed-closed.csv',
  '0666 plan-open.ndjson',
];

/** What a user asked for: the umask decides. */
const named = ['exported.json', 'failed.csv', 'out.json', 'plan.ndjson', 'rows.csv'];

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
  const { env } = await sandboxed({ listings: 2 });
  const on = machine();
  const { stderr } = await inShell(`umask 006; ${session}`, { env, on });
  expect(stderr).not.toMatch(/error/i);
  expect(modesBelow(on.home)).toEqual(
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
  const on = machine();
  const { stdout } = await inShell(
    `umask 022; mkdir -p .config/fish/completions; umask 000; f=.config/fish/completions/resale.fish
    echo old > $f; resale completion install fish > /dev/null; stat -c %a $f`,
    { on, cwd: on.home },
  );
  expect(stdout).toMatch(/^644\n$/);
});

test('the state of a sandbox is closed, whatever the umask', async () => {
  openUmask();
  const place = temporaryFolder();
  const sandbox = await sandboxWith({ stateFile: join(place, 'sandbox.json') });
  await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId));
  await sandbox.close();
  expect(modesBelow(place)).toEqual(['0600 sandbox.json']);
});
