import { describe, expect, it, test } from 'vitest';
import { unreadLine } from '../../src/cli/command-line.ts';
import { readCommandLine } from '../../src/cli/parser.ts';
import { tree } from '../../src/commands/tree.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

const read = async (typed: string) => {
  const line = unreadLine({});
  const { definition } = await readCommandLine(typed.split(' ').filter(Boolean), line, tree, ['exit-codes']);
  const { path, flags, globals, operands, isHelp, problem } = line;
  return { path, flags, globals, operands, isHelp, problem: problem?.message, isCommand: !!definition };
};

const nothing = { path: 'resale', flags: {}, globals: {}, operands: [], isHelp: false, isCommand: false };

describe('a command line is read as far as it can be', () => {
  test.each<[string, object]>([
    ['', { globals: { help: true } }],
    ['listings', { path: 'resale listings', globals: { help: true } }],
    ['help exit-codes', { isHelp: true, operands: ['exit-codes'], problem: "Unknown command 'exit-codes'" }],
    [
      'lsitings -o json',
      { globals: { output: 'json' }, operands: ['lsitings'], problem: "Unknown command 'lsitings'" },
    ],
    [
      '-p one listings -p two get A -op B --json',
      {
        path: 'resale listings get',
        globals: { profile: 'two', output: 'p', json: true },
        operands: ['A', 'B'],
        isCommand: true,
      },
    ],
    [
      '-p live listings list --bad --json',
      {
        path: 'resale listings list',
        globals: { profile: 'live', json: true },
        problem: "Unknown option '--bad'",
        isCommand: true,
      },
    ],
    [
      'listings list --debug --limit',
      {
        path: 'resale listings list',
        globals: { debug: true },
        problem: "Option '--limit <N>' argument missing",
        isCommand: true,
      },
    ],
    [
      'listings create --image A --image B --title -y -- --json',
      {
        path: 'resale listings create',
        flags: { image: ['A', 'B'], title: '-y' },
        problem: "Too many arguments for 'create'. Expected 0 arguments but got 1.",
        isCommand: true,
      },
    ],
    [
      'sandbox exec --seed 7 -- curl --json',
      { path: 'resale sandbox exec', flags: { seed: '7' }, operands: ['curl', '--json'], isCommand: true },
    ],
  ])('resale %s', async (typed, found) => {
    expect(await read(typed)).toEqual({ ...nothing, problem: undefined, ...found });
  });
});

describe('an error is reported as the command line asks', () => {
  it.each<[string, Record<string, string>, 'JSON' | 'sentences']>([
    ['-yo json listings get', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['listings get -o json -o table', {}, 'sentences'],
    ['listings get -o table -o json', {}, 'JSON'],
    ['-o json listings get -o table', {}, 'sentences'],
    ['listings get --sku --json -o table', {}, 'sentences'],
    ['listings get --sku --json', { RESALE_OUTPUT: 'table' }, 'sentences'],
    ['listings get --bad -o json', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['listings gett --json', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['-o json listings list --limit', { RESALE_OUTPUT: 'table' }, 'JSON'],
    ['sandbox exec --bad -- curl --json', { RESALE_OUTPUT: 'table' }, 'sentences'],
    ['listings get --jq .id', { RESALE_OUTPUT: 'table' }, 'sentences'],
  ])('resale %s %j: %s', async (typed, env, form) => {
    const { exitCode, stderr } = await resale(typed, { env, terminal: 80 });
    expect([exitCode, stderr]).toEqual([
      expect.toBeOneOf([2, 4]),
      expect.stringMatching(form === 'JSON' ? /^\{"error":/ : /^Error: /),
    ]);
  });

  it('RESALE_DEBUG shows the stack as --debug does, and 0 is no', async () => {
    const { env } = await sandboxed();
    const stackWith = async (line: string, RESALE_DEBUG = '') => {
      const { stderr } = await resale(`listings get ${nowhere} ${line}`, { env: { ...env, RESALE_DEBUG } });
      return /\n {4}at .*client\/\w+\.ts/.test(stderr);
    };
    expect(await stackWith('--debug')).toBe(true);
    expect(await stackWith('', '1')).toBe(true);
    expect(await stackWith('', '0')).toBe(false);
    expect(await stackWith('--external-id --debug')).toBe(false);
  });

  it('--no-color and NO_COLOR leave the colours out', async () => {
    const stderrOf = async (line: string) =>
      (await resale(line, { terminal: 80, env: { FORCE_COLOR: '1' } })).stderr;
    expect(await stderrOf('listings get')).toContain('\u001b[');
    expect(await stderrOf('listings get --no-color')).not.toContain('\u001b[');
    expect(await stderrOf('listings get --sku --no-color --bad')).toContain('\u001b[');
  });

  it('the way to help is the one of the command, whatever stands before it', async () => {
    expect(errorOf(await resale('-p live listings list --bad')).hint).toBe(
      'See `resale listings list --help`.',
    );
  });
});
