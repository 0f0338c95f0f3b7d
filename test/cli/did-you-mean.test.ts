import { expect, test } from 'vitest';
import { resale } from '../support/resale.ts';

test.each([
  ['listigns list', "Unknown command 'listigns'.", 'Did you mean `resale listings`?'],
  ['listings lst', "Unknown command 'lst'.", 'Did you mean `resale listings list`?'],
  ['listings list --limti 3', "Unknown option '--limti'.", 'Did you mean --limit?'],
  ['listings list --state opne', "--state must be one of open, closed, not 'opne'", '(did you mean open?)'],
  ['listings list -o yml', "csv, yaml, xlsx, not 'yml'", '(did you mean yaml?)'],
  ['listings create --condition god', "not 'god'", '(did you mean good?)'],
  ['listings create --condition Minor_defects', "not 'Minor_defects'", '(did you mean minor-defect?)'],
  ['listings create --source skus', "not 'skus'", '(did you mean sku?)'],
  ['inventory set ID 1 --on-conflict rety', "not 'rety'", '(did you mean retry?)'],
  ...[
    ['list', 'listings list'],
    ['ls', 'listings list'],
    ['close', 'listings close'],
    ['delete', 'listings close'],
    ['get', 'listings get'],
    ['show', 'listings get'],
    ['update', 'inventory set'],
    ['download', 'feed fetch'],
    ['resume', 'runs resume'],
    ['login', 'init'],
    ['whoami', 'profiles show'],
    ['version', '--version'],
    ['LS', 'listings list'],
    ['listings ls', 'listings list'],
    ['listings show', 'listings get'],
    ['listings delete', 'listings close'],
    ['profiles delete', 'profiles remove'],
    ['inventory update', 'inventory set'],
    ['inventory get', 'listings get'],
    ['listings set', 'inventory set'],
    ['help exit-cods', 'help exit-codes'],
  ].map(([line = '', meant]): [string, string, string] => [
    line,
    `Unknown command '${line.split(' ').at(-1)}'.`,
    `Did you mean \`resale ${meant}\`?`,
  ]),
  ['-v', "Unknown option '-v'.", 'Did you mean --version?'],
  ['listings list -v', "Unknown option '-v'.", 'Did you mean --debug?'],
  ['inventory set ID 3 --force', "Unknown option '--force'.", 'Did you mean --yes?'],
  ['listings list --format json', "Unknown option '--format'.", 'Did you mean --output?'],
  ['runs list --fields BEGAN', '--fields names BEGAN, which is not there', '(did you mean createdAt?)'],
  [
    'inventory set 90025b3b-3c3c-4d40-91b1-88d4177828cf 3 --fields INVENTORY',
    '--fields names INVENTORY, which is not there',
    '(did you mean availableInventory?)',
  ],
  ['runs list --fields rnu', '--fields names rnu, which is not there', '(did you mean run?)'],
  ['profiles show sandbx', 'There is no profile "sandbx".', 'Did you mean sandbox?'],
  ['-p sandbx listings list', 'There is no profile "sandbx".', 'Did you mean sandbox?'],
])('%s', async (line, sentence, question) => {
  const { exitCode, stdout, stderr } = await resale(line, { terminal: 250 });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(question);
});

test('fields after --json, as other tools have them', async () => {
  const { stdout, stderr } = await resale('listings list --json id,state', { terminal: 250 });
  expect(stdout + stderr).toContain('--json takes no value: fields are chosen with --fields.');
});

test.each(['constructor', 'listings list --state sold', '-p live listings list', 'runs list --fields xyz'])(
  '%s is near to nothing',
  async (line) => {
    expect((await resale(line, { terminal: 250 })).stderr).not.toMatch(/did you mean/i);
  },
);
