import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tree } from '../../../src/commands/tree.ts';
import { topics } from '../../../src/help/topics.ts';
import { type Machine, machine } from '../../support/built.ts';
import { completing, isThere, shellNames } from '../../support/completing.ts';
import { resale, sandboxed } from '../../support/resale.ts';

/** A folder with a file, one with a blank in its name, and a folder. */
const folder = async ({ home }: Machine): Promise<string> => {
  const cwd = join(home, 'work');
  await mkdir(join(cwd, 'stocks'), { recursive: true });
  await writeFile(join(cwd, 'stock.csv'), '');
  return cwd;
};

/** A Tab waits for the service for less than a second, which a busy machine can take: here a minute is no time. */
const patience = async ({ home }: Machine): Promise<string> => {
  const path = join(home, 'patience.cjs');
  await writeFile(path, 'const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout(ms * 100);');
  return path;
};

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
  ['resale help exit', ['exit-codes']],
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
  // Behind sandbox exec stands a command line of its own.
  ['resale sandbox exec -- resale listings l', ['list']],
  ['resale sandbox exec resale listings l', ['list']],
  ['resale sandbox exec --products 5 -- resale feed fetch --ref', ['--refresh']],
  ['resale sandbox exec -- cat stock.', ['stock.csv']],
];

for (const shell of shellNames)
  describe.skipIf(!isThere(shell))(`Tab in ${shell} (skipped where it is not installed)`, () => {
    test('offers what can follow, and nothing else', async () => {
      const on = machine();
      const { offers, offersOf } = await completing(shell, on, { cwd: await folder(on) });
      const all = await offersOf(offered.map(([typed]) => typed));
      const seen = offered.map(([typed], at) => [typed, all[at]?.sort()]);
      expect(seen).toEqual(offered.map(([typed, candidates]) => [typed, [...candidates].sort()]));
      expect(await offers('resale help ')).toEqual(expect.arrayContaining(topics.map(({ name }) => name)));
    });

    test('offers the names of runs, and the listings of the service that is meant', async () => {
      const on = machine();
      const state = join(on.home, 'state');
      const [first, second] = ['20261120-080000-aaaa', '20261121-120501-4f2a'];
      for (const path of [first, second, `${second}/undo`, `${second}/part-1-of-2`, '20261122-080000-bbbb']) {
        await mkdir(join(state, 'runs', path), { recursive: true });
        // A part has the plan of its run, and what nobody has agreed to has none.
        if (/(?:aaaa|4f2a|undo)$/.test(path)) await writeFile(join(state, 'runs', path, 'plan.ndjson'), '');
      }
      const sandbox = await sandboxed({ listings: 3 });
      const env = {
        ...sandbox.env,
        RESALE_STATE_DIR: state,
        NODE_OPTIONS: `--require "${await patience(on)}"`,
      };
      const { offers } = await completing(shell, on, { cwd: on.home, env });
      const { stdout } = await resale('listings list -q .[].id', { env });
      const [one = '', other = ''] = stdout.trim().split('\n');
      for (const [typed, candidates] of [
        ['resale runs show ', ['4f2a', '4f2a/1-of-2', '4f2a/undo', 'aaaa']],
        ['resale listings get --sku=SANDBOX-', [expect.stringMatching(/^--sku=SANDBOX-/)]],
        [`resale listings close ${one} ${other.slice(0, 8)}`, [other]],
      ] as const)
        expect((await offers(typed)).sort()).toEqual(candidates);
    });
  });
