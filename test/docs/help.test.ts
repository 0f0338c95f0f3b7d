import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import { commands, examples } from '../support/commands.ts';
import { isToCopy } from '../support/nasty.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Example = readonly [line: string, path: string];

describe('the first screen', () => {
  it.each(['', 'help', '--help', '-h', '--help --json', '--json'])('resale %s', async (line) => {
    const { exitCode, stdout, stderr } = await resale(line);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Usage: resale COMMAND \[flags\]\n\nThe command line of an online resale shop\.\n/,
    );
    for (const { name, summary } of tree)
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${name} ${summary} `);
  });

  it.each(tree.filter((top) => 'children' in top).map(({ name }) => name))('resale %s', async (name) => {
    const { exitCode, stdout } = await resale(name);
    expect(exitCode).toBe(0);
    for (const [path, { summary }] of commands)
      if (path.startsWith(`${name} `))
        expect(stdout.replace(/\s+/g, ' ')).toContain(` ${path.split(' ')[1]} ${summary}`);
    // `help sandbox` is a topic.
    for (const line of [`${name === 'sandbox' ? '--help' : 'help'} ${name}`, `${name} --help`])
      expect((await resale(line)).stdout).toBe(stdout);
  });
});

describe('every command has its screen', () => {
  it.each(commands)('resale %s', async (path, leaf) => {
    const screen = await resale(`${path} --help`);
    expect([screen.exitCode, screen.stderr]).toEqual([0, '']);
    expect(screen.stdout).toMatch(
      new RegExp(
        `^Usage: resale ${path}\\b.*\\n(?: {7}resale ${path} --from FILE.*\\n)?\\n${leaf.summary}\\.\\n`,
      ),
    );
    for (const line of [`help ${path}`, `${path} -h`, `--help ${path}`, `-h ${path}`, `${path} --json -h`])
      expect(await resale(line)).toEqual(screen);
  });

  it('names the words that a flag takes', async () => {
    const { stdout } = await resale('help listings create', { env: { COLUMNS: '200' } });
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('new-with-tags, new-without-tags, excellent, good, minor-defect');
    expect(text).toContain('sku, variant-id, external-variant-id, external-variant-sku, manual');
    expect(text).toContain('table, json, ndjson, csv');
  });

  it('fits the terminal, but for the examples, which must stay in one piece', async () => {
    for (const width of [20, 40, 80, 200])
      for (const [path] of commands) {
        const { stdout } = await resale(`help ${path}`, { terminal: width });
        const [described = ''] = stdout.split('\nExamples:\n');
        expect(described.split('\n').filter((line) => line.length > width && !isToCopy(line))).toEqual([]);
      }
  });
});

test.each([
  ['help nonsense', "Unknown command 'nonsense'.", 'See `resale --help`.'],
  ['nonsense --help', "Unknown command 'nonsense'.", 'See `resale --help`.'],
  ['help listings nonsense', "Unknown command 'nonsense'.", 'See `resale listings --help`.'],
  // Topics are words of help alone, and no command has any.
  ['exit-cods', "Unknown command 'exit-cods'.", 'See `resale --help`.'],
  ['help listings exit-cods', "Unknown command 'exit-cods'.", 'See `resale listings --help`.'],
])('%s is no help about something else: exit 2', async (line, message, hint) => {
  const screen = await resale(line);
  expect([screen.exitCode, screen.stdout, errorOf(screen)]).toMatchObject([2, '', { message, hint }]);
});

it('help asks for nothing: no profile, no keys, no service, no settings that can be read', async () => {
  const env = {
    RESALE_PROFILE: 'nowhere',
    RESALE_CONFIG_DIR: 'relative',
    RESALE_TIMEOUT: 'x',
    RESALE_API_KEY: 'half',
  };
  expect((await resale('listings create --help', { env })).exitCode).toBe(0);
});

describe('the examples', () => {
  it.each(commands)(
    '%s has three at least, all of itself or near it, and a next step that exists',
    async (_, leaf) => {
      const { examples: own, next } = await leaf.load();
      expect(own.length).toBeGreaterThanOrEqual(3);
      if (next === undefined) return;
      const line = next.replace(/^resale (--profile \S+ )?/, '');
      expect(commands.filter(([path]) => line === path || line.startsWith(`${path} `))).toHaveLength(1);
    },
  );

  /** What another machine has exported. */
  const exported = JSON.stringify({
    version: 1,
    profiles: { live: { baseUrl: 'https://api.shop.example' } },
  });

  /** What an example needs: a sandbox with a listing of 5, profiles, and files to read. */
  const scene = async (line: string) => {
    const { env, shopId, domain } = await sandboxed();
    const cwd = temporaryFolder();
    const directories = {
      RESALE_CONFIG_DIR: join(cwd, 'config'),
      RESALE_CACHE_DIR: join(cwd, 'cache'),
      // Where completions are put, for the shell that is used.
      ...{ HOME: cwd, SHELL: '/bin/bash' },
    };
    const here = { env: { ...env, ...directories }, cwd };
    const payload = {
      shopId,
      condition: 'GOOD',
      productDataSourceType: 'COMMERCE_SKU',
      productIdentifier: 'SKU-1',
      externalIdentifier: 'A-1001',
      images: [{ url: 'https://images.example/1.jpg' }],
    };
    await writeFile(join(cwd, 'listing.json'), JSON.stringify(payload));
    for (const file of ['feed.json', 'old.json', 'new.json']) await writeFile(join(cwd, file), '[]');
    const { stdout } = await resale('api POST /v1/listings --input listing.json', here);
    const { id } = JSON.parse(stdout);
    expect((await resale(`inventory set ${id} 5`, here)).exitCode).toBe(0);
    await writeFile(join(cwd, 'profiles.json'), exported);
    // What is found out is only written to the profile of the service that it was found out of.
    const liveUrl = line.includes('--apply') ? env.RESALE_BASE_URL : 'https://api.shop.example';
    const isNew = /^resale profiles (?:add|import)/.test(ownPart(line)) && !line.includes('--replace');
    for (const name of isNew ? [] : ['live', 'old'])
      await resale(`profiles add ${name} --base-url ${liveUrl}`, here);
    const real = line
      .replaceAll('7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64', id)
      .replaceAll(/\bID\b/g, id)
      .replaceAll(/\bSHOP\b/g, shopId)
      .replaceAll(/\bCLIENT\b/g, 'client-1')
      .replaceAll('store.example', domain);
    return { here, real };
  };

  const startsPrograms = ([, path]: Example) => /^sandbox (start|exec|demo)$/.test(path);
  const runsForEver = ([, path]: Example) => path === 'feed watch';
  /** What is done with earlier runs and earlier feeds, which a fresh machine does not have. */
  const needsHistory = ([line, path]: Example) =>
    /^runs |^feed diff$/.test(path) || line.includes('--offline');
  /** What begins with a question, to which a yes is no answer. */
  const asksFirst = (line: string) => /profiles add live$|^resale init(?: outlet)?$/.test(line);

  /** What only a person at a terminal, or a keyring, can answer. */
  const needsMore = ([line]: Example) => asksFirst(line) || line.includes('--store keyring');

  /** The part of a pipeline, or of what a shell reads from a command, that is ours. */
  const ownPart = (line: string): string =>
    [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^'"|()<])+/g)]
      .map(([part]) => part.trim())
      .find((part) => part.startsWith('resale ')) ?? '';

  const typed = async (line: string) => {
    const { here, real } = await scene(line);
    return resale(
      ownPart(real).slice('resale '.length),
      / \| resale /.test(line)
        ? { ...here, stdin: line.includes('profiles import') ? exported : 'a-key-of-the-password-manager\n' }
        : { ...here, terminal: 100, typed: asksFirst(line) ? '' : 'y\n' },
    );
  };

  it.each(
    examples.filter(
      (example) => ![startsPrograms, runsForEver, needsHistory, needsMore].some((is) => is(example)),
    ),
  )('%s', async (line) => {
    expect(await typed(line)).toMatchObject({ exitCode: 0 });
  });

  it.each(examples.filter(runsForEver))('%s (as a dry run)', async (line, path) => {
    expect(await typed(line.replace(path, `${path} --dry-run`))).toMatchObject({ exitCode: 0 });
  });

  it.each(examples.filter((example) => needsHistory(example) || needsMore(example)))(
    '%s (understood)',
    async (line) => {
      const { stderr } = await typed(line);
      expect(stderr).not.toMatch(
        /unknown (command|option)|too many arguments|is missing|must be|does not go/i,
      );
    },
  );

  // These start servers and programs; that they are understood shows in what --dry-run alone is told.
  it.each(examples.filter(startsPrograms))('%s (understood)', async (line, path) => {
    const screen = await resale(ownPart(line).replace(`resale ${path}`, `${path} --dry-run`));
    expect(errorOf(screen).message).toBe('--dry-run does not go with this command, which sends no request.');
  });
});
