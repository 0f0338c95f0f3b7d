import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { topics } from '../../src/docs/topics.ts';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { commands } from '../support/commands.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const documents = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The lines of the README and of docs/ that are shown without what they print: what of each stands behind `resale`. */
const lines = [
  ...documents
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .matchAll(/```(?:sh|yaml)\n([\s\S]*?)```/g),
]
  .flatMap(([, block = '']) => block.split('\n'))
  .flatMap((line) => /(?:^|[|'] ?|-j 8 )resale (.+?)(?: +# .*| \| .*| ::: .*|'\])?$/.exec(line)?.[1] ?? []);

it('finds them', () => {
  expect(lines.length).toBeGreaterThan(12);
});

// What starts servers and programs, or never ends, is asked for as a dry run.
const shortened = (line: string): string =>
  line.replace(/^(sandbox (?:start|exec)|feed watch)/, '$1 --dry-run');

/** What some lines say where there is nothing to do for them, nobody to ask, no feed, or no deployment of other names. */
const refusals: Readonly<Record<string, string>> = {
  init: 'The input ended before the question was answered.',
  'profiles add outlet': 'The input ended before the question was answered.',
  'profiles use live': 'There is no profile',
  'feed diff': 'No feed is kept.',
  'runs resume': 'There is no unfinished run.',
  'runs resolve': 'RUN is missing.',
  'runs undo RUN': 'To do it without being asked: ',
};

/** What a line says that was asked for as a dry run, and has none. */
const dryRunRefused = 'which sends no request';

it.each(lines)('resale %s: works, or says why it has nothing to do here', async (line) => {
  const { env } = await sandboxed();
  const cwd = temporaryFolder();
  await writeFile(join(cwd, 'stock.csv'), 'externalIdentifier,quantity\nRETURN-000001,7\n');
  const places = { RESALE_CONFIG_DIR: join(cwd, 'config'), RESALE_STATE_DIR: join(cwd, 'state'), HOME: cwd };
  const real = shortened(line)
    .replace('/data/', '')
    .replace(/(?:\{\}|\$\(\(.*?\)\))\/8/, '1/8');
  const { exitCode, stderr } = await resale(real, {
    env: { ...env, ...places, SHELL: '/bin/bash' },
    cwd,
    // What asks for everything is typed where someone is there.
    ...(/^(?:init|profiles add outlet)$/.test(line)
      ? { terminal: 100, typed: '' }
      : { stdin: 'a-key-of-the-password-manager' }),
  });
  if (exitCode !== 0) expect(stderr).toContain(refusals[line] ?? dryRunRefused);
});

/** What stands for something else in a line, and a case of it. */
const cases: Readonly<Record<string, string>> = {
  COMMAND: 'inventory set',
  ID: '90025b3b-3c3c-4d40-91b1-88d4177828cf',
  QUANTITY: '4',
  RUN: 'restock',
  NAME: 'outlet',
  SHOP: 'shop-second-meadow',
  FILE: 'shared.json',
  'store.example': 'second-meadow.example',
};

it('every line of a topic, and every next step of a help screen, works', async () => {
  const { env, baseUrl } = await sandboxed();
  const cwd = temporaryFolder();
  const rows = 'externalIdentifier,quantity\nRETURN-000001,7\n';
  const files = {
    'stock.csv': rows,
    'sold.csv': 'externalIdentifier,delta\nRETURN-000002,-1\n',
    'new.csv':
      'externalIdentifier,productDataSourceType,productIdentifier,images\nA-1,COMMERCE_SKU,SMS-1,https://images.example/1.jpg\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  const places = { RESALE_CONFIG_DIR: join(cwd, 'config'), RESALE_STATE_DIR: join(cwd, 'state'), HOME: cwd };
  const type = (line: string) =>
    resale(line, {
      env: { ...env, ...places, SHELL: '/bin/bash' },
      cwd,
      stdin: line.includes('--api-key-stdin')
        ? `${sandboxProfile.apiKey}\n`
        : line.startsWith('grade --from -')
          ? `${cases.ID}\n`
          : files['sold.csv'],
    });
  for (const name of ['outlet', 'spare'])
    await type(`profiles add ${name} --base-url ${baseUrl} --client-id sandbox-client --api-key-stdin`);
  await type('profiles export spare --out shared.json');
  await type('profiles remove spare --yes');
  const screens = await Promise.all(topics.map(({ name }) => resale(`help ${name}`, { terminal: 4000 })));
  const told = screens.flatMap(({ stdout }) =>
    [...stdout.matchAll(/(?:^ {2}(?:.* \| )?(?:[A-Z_]+=\S+ )*|`)resale ([a-z][^`|>\n]*)/gm)].map(
      ([, line = '']) => line.replace(/ {2}.*/, '').trim(),
    ),
  );
  const next = await Promise.all(
    commands.map(async ([, leaf]) => (await leaf.load()).next?.slice('resale '.length)),
  );
  // The run that others go on with is begun first.
  const begins = (line: string) => line.includes('plan.csv');
  const lines = [...new Set([...told, ...next.flatMap((line) => line ?? [])])].sort(
    (one, other) => Number(begins(other)) - Number(begins(one)),
  );
  expect(lines.length).toBeGreaterThan(50);
  const failed = [];
  for (const line of lines) {
    const real = shortened(line).replace(/[A-Z]+(?![\w.=-])|store\.example/g, (word) => cases[word] ?? word);
    const { exitCode, stderr } = await type(real);
    const mayRefuse = refusals[line] ?? dryRunRefused;
    if (exitCode !== 0 && !stderr.includes(mayRefuse)) failed.push([real, exitCode, stderr]);
  }
  expect(failed).toEqual([]);
});
