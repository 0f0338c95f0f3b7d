import { describe, expect, test } from 'vitest';
import { inShell, machine, type Start } from '../../support/built.ts';
import { resale, sandboxed } from '../../support/resale.ts';

/** Runs a pipe; its exit code is 0 where that of each program in it is. */
const pipe = (line: string, how: Start = {}) => inShell(`set -o pipefail; ${line}`, how);

describe('a reader that leaves early', () => {
  test('ends a long list quietly', async () => {
    const { env } = await sandboxed({ listings: 1000 });
    const { exitCode, stdout, stderr } = await pipe('resale listings list -o ndjson | head -1', { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^\{"id":"[^\n]+\}\n$/);
  });

  test.each(['--version', '--help'])('resale %s, and nobody reads', async (line) => {
    const outcome = await pipe(`(sleep 0.3; resale ${line}) | true`);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});

test('in one file with the data, what is said of a run stands behind them', async () => {
  const { env } = await sandboxed();
  const row = "printf 'externalIdentifier,quantity\\nRETURN-000001,7\\n'";
  const { stdout } = await inShell(`${row} | resale inventory set --from - --yes -o json 2>&1`, { env });
  expect(stdout).toMatch(/^\[\n {2}\{[^{]+\}\n\]\n✓ 1 applied\n$/);
});

test('a slow reader gets 2,000 listings whole', async () => {
  const { env } = await sandboxed({ listings: 2000 });
  const { stdout } = await inShell('resale listings list -o json | (sleep 1; cat)', { env });
  // Many times what a pipe holds.
  expect(stdout.length).toBeGreaterThan(400_000);
  expect(JSON.parse(stdout)).toHaveLength(2000);
});

describe('stdout on a full disk', () => {
  const sentence = expect.stringContaining('The disk is full.');

  test.each(['--version', 'sandbox openapi', 'sandbox start --port 0'])(
    'resale %s > /dev/full fails, and says why',
    async (line) => {
      const { exitCode, stderr } = await inShell(`resale ${line} > /dev/full`);
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: sentence });
    },
  );

  test.each(['-V', '--help', 'listings get --help', 'listings list -o json', 'listings list -o csv'])(
    'resale %s fails, and says why',
    async (line) => {
      const { env } = await sandboxed();
      const { exitCode, stderr } = await resale(line, { env, full: 'stdout' });
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: sentence });
    },
  );
});

describe('streams that are closed', () => {
  test.each([
    ['<&- 2>&-', '2\n'],
    ['<&- >&- 2>&-', ''],
  ])('resale listings list --limit 2 --count %s', async (closing, stdout) => {
    const { env } = await sandboxed();
    const script = `resale listings list --limit 2 --count ${closing}`;
    expect(await inShell(script, { env })).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  test('resale nonsense <&- >&- 2>&-', async () => {
    const closed = await inShell('resale nonsense <&- >&- 2>&-');
    expect(closed).toMatchObject({ exitCode: 2, stdout: '', stderr: '' });
  });
});

describe("a stderr that can't be written changes nothing", () => {
  test('a reader who left', async () => {
    const { env } = await sandboxed();
    const script = 'resale listings list --limit 2 --count --debug 2> >(true)';
    expect(await inShell(script, { env })).toMatchObject({ exitCode: 0, stdout: '2\n' });
  });

  test('a failure keeps its exit code', async () => {
    expect(await inShell('resale nonsense 2> /dev/full')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('a bulk run whose report is lost', () => {
  const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
  const line = 'inventory adjust --from - --yes --concurrency 1 -o ndjson';
  /** Runs it where nobody reads, or where the disk is full, and tells what `runs list` says of it afterwards. */
  const runsOf = async (input: string, lost: 'nobody reads' | 'the disk is full') => {
    const { env } = await sandboxed({ listings: 5, latencyMs: 5 });
    const on = machine();
    const here = { env: { ...on.env, ...env } };
    const screen =
      lost === 'nobody reads'
        ? await pipe(`resale ${line} | head -0`, { env, on, input })
        : await resale(line, { ...here, stdin: input, full: 'stdout' });
    const { stdout } = await resale('runs list', here);
    return { ...screen, runs: JSON.parse(stdout) };
  };
  const done = `id,delta\n${id},1\n`;
  const many = `id,delta\n${`${id},1\n`.repeat(60)}`;

  test('is complete if all rows are done and nobody reads', async () => {
    const { exitCode, stderr, runs } = await runsOf(done, 'nobody reads');
    expect([exitCode, stderr]).toEqual([0, '✓ 1 applied\n']);
    expect(runs).toMatchObject([{ state: 'finished', applied: 1 }]);
  });

  test('is complete if all rows are done and the disk is full, and says what was lost', async () => {
    const { exitCode, stderr, runs } = await runsOf(done, 'the disk is full');
    const { error } = JSON.parse(stderr);
    expect([exitCode, error.code]).toEqual([1, 'file-failed']);
    expect(error.message).toMatch(/^The disk is full\. Run \S+: 1 applied\.$/);
    expect(error.hint).toBe(
      `Every row is done; what could not be printed is in: resale runs show ${runs[0].run} --rows`,
    );
    expect(runs).toMatchObject([{ state: 'finished', applied: 1 }]);
  });

  test.each([
    ['nobody reads', 6, 'Nobody reads the output any more.'],
    ['the disk is full', 1, 'The disk is full.'],
  ] as const)('stops safely where rows are left, and %s', async (lost, code, cause) => {
    const { exitCode, stderr, runs } = await runsOf(many, lost);
    const { error } = JSON.parse(stderr);
    expect([exitCode, error.message]).toEqual([code, expect.stringContaining(`${cause} Run `)]);
    expect(error.hint).toBe(`To continue: resale runs resume ${runs[0].run.slice(-4)} --concurrency 1`);
    expect(runs).toMatchObject([{ state: 'unfinished' }]);
  });
});
