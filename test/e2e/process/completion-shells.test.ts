import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from '../../../src/commands/tree.ts';
import { topics } from '../../../src/help/topics.ts';
import { machine } from '../../support/built.ts';
import { isThere, offersOf, shellNames } from '../../support/completing.ts';

/** In place of the tool, which says the names: what they are is tried in test/commands/completion.test.ts. */
const sayingNames = `#!/bin/sh
shift
echo "$*" >> "$HOME/asked"
case $1 in
  profile) printf 'sandbox\thttps://a.example\n' ;;
  run) printf '%s\tit began\n' 4f2a 4f2a/1-of-2 4f2a/undo aaaa ;;
  sku) printf '%s\tOPEN 1\n' SANDBOX-1 OTHER-1 ;;
  listing) printf '%s\tOPEN 1\n' one-1 other-1 ;;
esac
`;

/** What the shell asks for there, with the words before the last one: it has them all in front of it. */
const asked = [
  'profile --profile',
  'profile',
  'profile profiles show',
  'run runs show',
  'sku listings get',
  'listing --base-url=https://a.example listings close one-1',
];

const tops = [...tree.map(({ name }) => name), 'help'];
const conditions = ['new-with-tags', 'new-without-tags', 'excellent', 'good', 'minor-defect'];

/** What is typed, and what is offered for its last word. */
const offered: [typed: string, candidates: string[]][] = [
  // Commands.
  ['resale ', tops],
  ['resale li', ['listings']],
  ['resale listings ', ['create', 'list', 'get', 'close']],
  ['resale nonsense ', []],
  ['resale -o json listings c', ['create', 'close']],
  ['resale --profile live inventory ', ['set', 'adjust']],
  ['resale help ', [...new Set([...tree, ...topics].map(({ name }) => name))]],
  ['resale help runs re', ['resume', 'resolve']],
  ['resale help grade ', []],
  // Flags: a command's own and those of every command; none twice, but for those that may be said again.
  ['resale listings create --cat', ['--category']],
  ['resale listings create --con', ['--condition', '--concurrency']],
  ['resale listings list --state open --st', []],
  ['resale listings list --sta', ['--state']],
  ['resale listings create --category Coats --cat', ['--category']],
  ['resale listings create --title --cat --cat', ['--category']],
  ['resale listings list -o json --outp', []],
  ['resale -n --dry', []],
  ['resale grade --max-r', ['--max-retries']],
  ['resale listings list -- --sta', []],
  // Values.
  ['resale listings create --condition ', conditions],
  ['resale listings create --condition=e', ['--condition=excellent']],
  ['resale listings create --condition good --source ext', ['external-variant-id', 'external-variant-sku']],
  ['resale -o ', ['table', 'json', 'ndjson', 'csv', 'yaml', 'xlsx']],
  ['resale -ocs', ['-ocsv']],
  ['resale listings list --state=c', ['--state=closed']],
  ['resale inventory set --on-conflict ', ['fail', 'skip', 'retry']],
  ['resale api P', ['POST', 'PUT', 'PATCH']],
  ['resale completion ', ['bash', 'zsh', 'fish', 'install']],
  ['resale completion install z', ['zsh']],
  // Nothing where nobody can know.
  ['resale listings create --title ', []],
  ['resale inventory adjust 90025b3b-3c3c-4d40-91b1-88d4177828cf -2 ', []],
  ['resale api GET ', []],
  // Files where files go.
  ['resale inventory set --from st', ['stock.csv', 'stocks']],
  ['resale inventory set --from=stock.', ['--from=stock.csv']],
  ['resale listings list --out stock.', ['stock.csv']],
  ['resale feed diff stock.', ['stock.csv']],
  ['resale feed diff a.json stock.', ['stock.csv']],
  ['resale feed diff a.json b.json stock.', []],
  ['resale listings list stock.', []],
  // Names that are kept on this machine.
  ['resale --profile ', ['sandbox']],
  ['resale -psand', ['-psandbox']],
  ['resale profiles show s', ['sandbox']],
  ['resale runs show ', ['4f2a', '4f2a/1-of-2', '4f2a/undo', 'aaaa']],
  // Names of listings, of the service that the line means.
  ['resale listings get --sku=SANDBOX-', ['--sku=SANDBOX-1']],
  ['resale --base-url=https://a.example listings close one-1 o', ['one-1', 'other-1']],
  // Behind sandbox exec stands a command line of its own.
  ['resale sandbox exec -- resale listings l', ['list']],
  ['resale sandbox exec resale listings l', ['list']],
  ['resale sandbox exec --products 5 -- resale feed fetch --ref', ['--refresh']],
  ['resale sandbox exec -- cat stock.', ['stock.csv']],
];

for (const shell of shellNames)
  test.skipIf(!isThere(shell))(
    `Tab in ${shell} offers what can follow, and nothing else (skipped where it is not installed)`,
    async () => {
      const on = machine();
      const [tool, cwd] = [join(on.home, 'bin/resale'), join(on.home, 'work')];
      await rm(tool);
      await writeFile(tool, sayingNames, { mode: 0o755 });
      await mkdir(join(cwd, 'stocks'), { recursive: true });
      await writeFile(join(cwd, 'stock.csv'), '');
      const lines = offered.map(([typed]) => typed);
      const all = await offersOf(shell, lines, on, cwd);
      const seen = offered.map(([typed], at) => [typed, all[at]?.sort()]);
      expect(seen).toEqual(offered.map(([typed, candidates]) => [typed, [...candidates].sort()]));
      const said = (await readFile(join(on.home, 'asked'), 'utf8')).trim().split('\n');
      expect([...new Set(said)]).toEqual(asked);
    },
  );
