import { describe, expect, it } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import { describe as describeTool } from '../../src/help/describe.ts';
import { topics } from '../../src/help/topics.ts';
import { globalFlags } from '../../src/line/global-flags.ts';
import { flagName } from '../../src/words/resale-line.ts';
import { commands } from '../support/commands.ts';
import { isToCopy } from '../support/nasty.ts';
import { resale } from '../support/resale.ts';

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
        `^Usage: resale ${path}\\b.*\\n(?: {7}resale ${path} .*(?:--sku <SKU>|--from FILE).*\\n)*\\n${leaf.summary}\\.\\n`,
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
    expect((await resale('help flags', { terminal: 200 })).stdout).toContain('table, json, ndjson, csv');
  });

  /** A command line in a sentence, or a flag with its value, stays in one piece, too. */
  const isQuoted = (line: string) => /^(?:`[^`]+`[.,;:)]?|\(?--?[a-z-]+ \S+)$/.test(line.trim());

  it('fits the terminal, but for the lines to type, which must stay in one piece', async () => {
    for (const width of [20, 40, 80, 200])
      for (const [path] of commands) {
        const { stdout } = await resale(`help ${path}`, { terminal: width });
        const [described = ''] = stdout.split('\nExamples:\n');
        expect(
          described.split('\n').filter((line) => line.length > width && !isToCopy(line) && !isQuoted(line)),
        ).toEqual([]);
      }
  });
});

describe('a flag', () => {
  it.each(commands)('of %s stands in its help, or in the topic that its help names', async (path, leaf) => {
    const { stdout } = await resale(`help ${path}`, { terminal: 80 });
    const topicsNamed = [...stdout.matchAll(/^\S.* \(resale help ([a-z]+)\)$/gm)].map(([, name]) => name);
    const screens = await Promise.all(
      topicsNamed.map(async (name) => (await resale(`help ${name}`, { terminal: 80 })).stdout),
    );
    const terms = [stdout, ...screens].flatMap((screen) => screen.match(/^ {2}(?:-\w, )?--[a-z-]+/gm) ?? []);
    const names = Object.keys((await leaf.load()).flags).map(flagName);
    expect(names.filter((name) => !terms.some((term) => term.endsWith(` ${name}`)))).toEqual([]);
  });

  it.each([40, 80, 100])('and its value are never parted: at %i columns', async (width) => {
    const { commands: described, globalFlags: everywhere } = await describeTool(tree);
    const flags = [...everywhere, ...described.flatMap(({ flags }) => flags)].filter(
      ({ type }) => type !== 'boolean',
    );
    const names = flags.flatMap(({ name, short = name }) => [name, short]);
    const values = flags.flatMap((flag) =>
      'placeholder' in flag ? [flag.placeholder, ...(flag.choices ?? [])] : [],
    );
    const parted = new RegExp(
      `.*(?<![\\w-])(?:${names.join('|')}) *(?:\\n *(?:(?:${values.join('|')})(?!\\w)|[\\d<]|-(?!\\S))| \\\\\\n).*`,
      'g',
    );
    const lines = commands.flatMap(([path]) => [`help ${path}`, `help ${path} --help`]);
    for (const line of [...lines, ...topics.map(({ name }) => `help ${name}`)]) {
      const { stdout } = await resale(line, { terminal: width });
      expect([line, stdout.match(parted) ?? []]).toEqual([line, []]);
    }
  });
});

describe('the global flags', () => {
  it.each(['listings get', 'listings', ''])('are one line at the end of the help of %j', async (path) => {
    const { stdout } = await resale(`${path} --help`, { terminal: 80 });
    expect(stdout.endsWith('\nSee also resale help flags\n')).toBe(true);
    expect(stdout).not.toContain('--max-retries');
  });

  it.each([
    'listings get --help --help',
    '--help listings get -h',
    'listings get -hh',
    'help listings get -h',
    'help flags',
  ])('are all told by: resale %s', async (line) => {
    const { exitCode, stdout } = await resale(line);
    expect(exitCode).toBe(0);
    for (const name of Object.keys(globalFlags)) expect(stdout).toContain(` ${flagName(name)} `);
  });
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
  it.each(commands)('the first one of %s uses a name that people give', async (_, leaf) => {
    const [first] = (await leaf.load()).examples;
    expect(first?.line).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it.each(commands)(
    '%s has three at least, in a screen that is short but for its flags',
    async (path, leaf) => {
      const { stdout } = await resale(`${path} --help`, { terminal: 80 });
      const others = stdout.split('\n').filter((line) => !/^ {2}(?:-\w, )?--/.test(line));
      expect(others.length).toBeLessThanOrEqual(32);
      expect((await leaf.load()).examples.length).toBeGreaterThanOrEqual(3);
    },
  );
});
