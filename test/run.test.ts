import { describe, expect, it, test } from 'vitest';
import { version } from '../src/cli/version.ts';
import { errorOf, resale, sandboxed } from './support/resale.ts';

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
    '-o csv listings list --limit 1 -o ndjson',
    '-o csv listings -o table list -o ndjson --limit 1',
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

describe('for an unknown word, the tool suggests what was meant: exit 2', () => {
  test.each([
    ['lisitngs', "Unknown command 'lisitngs'.", 'Did you mean listings? See `resale --help`.'],
    ['listings creat', "Unknown command 'creat'.", 'Did you mean create? See `resale listings --help`.'],
    ['listings zzz', "Unknown command 'zzz'.", 'See `resale listings --help`.'],
    [
      'listings list --limt 3',
      "Unknown option '--limt'.",
      'Did you mean --limit? See `resale listings list --help`.',
    ],
    ['--jsn listings list', "Unknown option '--jsn'.", 'Did you mean --json? See `resale --help`.'],
    ['listings list --api-key=SECRET', "Unknown option '--api-key'.", 'See `resale listings list --help`.'],
    ['listings list --api-key SECRET', "Unknown option '--api-key'.", 'See `resale listings list --help`.'],
    ['listings list -kSECRET', "Unknown option '-k'.", 'See `resale listings list --help`.'],
    [
      'listings list extra',
      "Too many arguments for 'list'. Expected 0 arguments but got 1.",
      'See `resale listings list --help`.',
    ],
    ['listings list --limit', "Option '--limit <N>' argument missing.", 'See `resale listings list --help`.'],
    [
      'listings list --output',
      "Option '-o, --output <FORMAT>' argument missing.",
      'See `resale listings list --help`.',
    ],
  ])('%s', async (line, message, hint) => {
    const screen = await resale(line);
    expect([screen.exitCode, screen.stdout, screen.stderr.includes('SECRET')]).toEqual([2, '', false]);
    expect(errorOf(screen)).toEqual({ code: 'usage', message, hint, retryable: false });
  });
});
