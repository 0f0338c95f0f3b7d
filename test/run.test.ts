import { describe, expect, it, test } from 'vitest';
import { version } from '../package.json';
import { resale, sandboxed } from './support/resale.ts';

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
