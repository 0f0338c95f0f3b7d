import { describe, expect, it, test } from 'vitest';
import { version } from '../src/cli/version.ts';
import { errorOf, resale, sandboxed } from './support/resale.ts';
import { table } from './support/table.ts';

test.each(['--version', '-V', 'listings --version', 'listings list -V', '--json --version'])(
  'resale %s prints the version',
  async (line) => {
    expect(await resale(line)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  },
);

describe('a global flag may stand anywhere', () => {
  it.each([
    '-o ndjson listings list --limit 1',
    'listings -o ndjson list --limit 1',
    'listings list -o ndjson --limit 1',
    'listings list --limit 1 --output ndjson',
    'listings list --limit=1 --output=ndjson',
    'listings list --limit 1 -ondjson',
  ])('%s', async (line) => {
    const { env } = await sandboxed();
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\{"id":.*\}\n$/)]);
  });

  it('--yes before the command counts for it', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    expect((await resale(`-y listings close ${id}`, { env })).exitCode).toBe(0);
  });
});

describe('a flag that takes one value and is given two: exit 2, since one of them would be lost', () => {
  test.each([
    ['listings list --limit 2 --limit 3', '--limit'],
    ['listings list --limit 2 --limit 2', '--limit'],
    ['listings list --limit=2 --limit 3', '--limit'],
    ['-o csv listings list -o ndjson', '--output'],
    ['listings list -ojson --output table', '--output'],
    ['-p one listings -p two list', '--profile'],
    ['inventory set ID 2 --expect 2 --expect 5', '--expect'],
    ['listings create --title A --title B', '--title'],
    ['profiles add x --client-id A --client-id B', '--client-id'],
    ['sandbox exec --seed 1 --seed 2 -- true', '--seed'],
    ['grade --condition good --condition good', '--condition'],
  ])('resale %s', async (line, name) => {
    const { exitCode, stdout, stderr } = await resale(line);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${name} is given twice, but takes only one value`);
  });

  test('three times is told once', async () => {
    const { stderr } = await resale('grade --condition good --condition good --condition good');
    expect(stderr.match(/is given twice/g)).toHaveLength(1);
  });

  test.each(['listings list --quiet=false', 'listings close X --yes=false', '--yes=false listings list'])(
    'a switch takes no value: %s',
    async (line) => {
      const { exitCode, stderr } = await resale(line);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/"--(yes|quiet) takes no value: it is given or left out\."/);
    },
  );

  test('a switch may be repeated, and so may a flag for several values', async () => {
    const { env } = await sandboxed();
    expect((await resale('listings list --quiet --quiet --limit 1', { env })).exitCode).toBe(0);
    expect((await resale('listings get --sku A --sku B', { env })).exitCode).toBe(3);
  });
});

describe('for an unknown word, the tool suggests what was meant: exit 2', () => {
  test.each(
    table(`
      lisitngs → Unknown command 'lisitngs'. → Did you mean this: resale listings
      listings creat → Unknown command 'creat'. → Did you mean this: resale listings create
      listings zzz → Unknown command 'zzz'. → For help: resale listings --help
      listings list --limt 3 → Unknown option '--limt'. → Did you mean --limit?
      --jsn listings list → Unknown option '--jsn'. → Did you mean --json?
      listings list --api-key=SECRET → Unknown option '--api-key'. → For help: resale listings list --help
      listings list --api-key SECRET → Unknown option '--api-key'. → For help: resale listings list --help
      listings list -kSECRET → Unknown option '-k'. → For help: resale listings list --help
      listings list extra → Too many arguments for \`resale listings list\`: 'extra'. → For help: resale listings list --help
      -- listings list --limit 1 --key=SECRET → Too many arguments for \`resale listings list\`: '--limit', '1', '--key=…'. → Nothing after -- is a flag. For help: resale listings list --help
      listings list --limit → --limit needs a value: --limit N. → For help: resale listings list --help
    `),
  )('%s', async (line = '', message, hint) => {
    const screen = await resale(line);
    expect([screen.exitCode, screen.stdout, screen.stderr.includes('SECRET')]).toEqual([2, '', false]);
    expect(errorOf(screen)).toEqual({ code: 'usage', message, hint, retryable: false });
  });
});
