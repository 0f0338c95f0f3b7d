import { describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { built, inShell, machine, type Start } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';

/** Runs a pipe; its exit code is 0 where that of each program in it is. */
const pipe = (line: string, how: Start = {}) => inShell(`set -o pipefail; ${line}`, how);

describe('a reader that leaves early', () => {
  test.each([
    ['ndjson', /^\{"id":"[^\n]+\}\n$/],
    ['json', /^\[\n$/],
    ['csv', /^id,state,[^\n]+\n$/],
    ['table', /^ID [^\n]+\n$/],
  ])('resale listings list -o %s | head -1 ends quietly', async (format, firstLine) => {
    const { env } = await sandboxed({ listings: 3000 });
    const { exitCode, stdout, stderr } = await pipe(`resale listings list -o ${format} | head -1`, { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(firstLine);
  });

  test.each(['--version', '--help', 'listings get --help', 'sandbox openapi'])(
    'resale %s, and nobody reads',
    async (line) => {
      const outcome = await pipe(`(sleep 0.3; resale ${line}) | true`);
      expect(outcome).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    },
  );
});

test('in one file with the data, what is said of a run stands behind them', async () => {
  const { env } = await sandboxed();
  const row = "printf 'externalIdentifier,quantity\\nRETURN-000001,7\\n'";
  const { stdout } = await inShell(`${row} | resale inventory set --from - --yes -o json 2>&1`, { env });
  expect(stdout).toMatch(/^\[\n {2}\{[^{]+\}\n\]\nRun \S+: 1 applied\.\n$/);
});

describe('a slow reader', () => {
  test('gets 5,000 listings whole', async () => {
    const { env } = await sandboxed({ listings: 5000 });
    const { stdout } = await inShell('resale listings list -o json | (sleep 1; cat)', { env });
    expect(stdout.length).toBeGreaterThan(500_000);
    expect(JSON.parse(stdout)).toHaveLength(5000);
  });

  test('gets the whole of a long help screen', async () => {
    const { stdout } = await built('listings create --help');
    const slow = await inShell('resale listings create --help | (sleep 0.5; cat)');
    expect(slow.stdout).toBe(stdout);
  });
});

describe('stdout on a full disk', () => {
  const sentence = expect.stringContaining('The disk is full.');

  test.each([
    '--version',
    '-V',
    '--help',
    '',
    'listings --help',
    'listings get --help',
    'listings --version',
    'sandbox openapi',
    'profiles list',
  ])('resale %s > /dev/full fails, and says why', async (line) => {
    const { exitCode, stderr } = await inShell(`resale ${line} > /dev/full`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: sentence });
  });

  test.each([
    'listings list -o json',
    'listings list -o ndjson',
    'listings list -o csv',
    'listings list --count',
  ])('resale %s > /dev/full fails, and says why', async (line) => {
    const { env } = await sandboxed();
    const { exitCode, stderr } = await inShell(`resale ${line} > /dev/full`, { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: sentence });
  });

  test("a sandbox that can't say where it is stops", async () => {
    const { exitCode, stderr } = await inShell('resale sandbox start --port 0 > /dev/full');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: sentence });
  });
});

describe('streams that are closed', () => {
  const line = 'listings list --limit 2 --count';

  test.each([
    ['<&-', '2\n'],
    ['>&-', ''],
    ['2>&-', '2\n'],
    ['<&- >&-', ''],
    ['<&- 2>&-', '2\n'],
    ['>&- 2>&-', ''],
    ['<&- >&- 2>&-', ''],
  ])('resale listings list --limit 2 --count %s', async (closing, stdout) => {
    const { env } = await sandboxed();
    const script = `resale ${line} ${closing}`;
    expect(await inShell(script, { env })).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  test.each([
    ['--version <&-', { exitCode: 0, stdout: `${version}\n` }],
    ['--version >&-', { exitCode: 0, stdout: '' }],
    ['--help <&- >&- 2>&-', { exitCode: 0, stdout: '' }],
    ['nonsense 2>&-', { exitCode: 2, stdout: '' }],
    ['nonsense <&- >&- 2>&-', { exitCode: 2, stdout: '' }],
  ])('resale %s', async (script, outcome) => {
    expect(await inShell(`resale ${script}`)).toMatchObject({ ...outcome, stderr: '' });
  });
});

describe("a stderr that can't be written changes nothing", () => {
  test.each([
    ['a file that is open for reading alone', '2< /dev/null'],
    ['a reader who left', '2> >(true)'],
  ])('%s', async (_, stderr) => {
    const { env } = await sandboxed();
    const script = `resale listings list --limit 2 --count --debug ${stderr}`;
    expect(await inShell(script, { env })).toMatchObject({ exitCode: 0, stdout: '2\n' });
  });

  test('a failure keeps its exit code', async () => {
    expect(await inShell('resale nonsense 2> /dev/full')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('a bulk run whose report is lost', () => {
  const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
  /** Runs it in a shell, and tells what `runs list` says of it afterwards. */
  const runsOf = async (input: string, stream: string, flags = '') => {
    const { env } = await sandboxed({ listings: 5, latencyMs: 5 });
    const on = machine();
    const script = `resale inventory adjust --from - --yes ${flags}`;
    const screen = await pipe(`${script} ${stream}`, { env, on, input });
    const { stdout } = await built('runs list', { env, on });
    return { ...screen, runs: JSON.parse(stdout) };
  };
  const done = `id,delta\n${id},1\n`;
  const many = `id,delta\n${`${id},1\n`.repeat(60)}`;

  test('is complete if all rows are done and nobody reads', async () => {
    const { exitCode, stderr, runs } = await runsOf(done, '| head -0');
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^Run \S+: 1 applied\.\n$/)]);
    expect(runs).toMatchObject([{ state: 'finished', applied: 1 }]);
  });

  test('is complete if all rows are done and the disk is full, and says what was lost', async () => {
    const { exitCode, stderr, runs } = await runsOf(done, '> /dev/full', '-o ndjson');
    const { error } = JSON.parse(stderr);
    expect([exitCode, error.code]).toEqual([1, 'disk-full']);
    expect(error.message).toMatch(/^The disk is full\. Run \S+: 1 applied\.$/);
    expect(error.hint).toBe(
      `Every row is done; what could not be printed is in: resale runs show ${runs[0].run} --rows`,
    );
    expect(runs).toMatchObject([{ state: 'finished', applied: 1 }]);
  });

  test.each([
    ['| head -0', 6, 'Nobody reads the output any more.'],
    ['> /dev/full', 1, 'The disk is full.'],
  ])('stops safely where rows are left: %s', async (stream, code, cause) => {
    const { exitCode, stderr, runs } = await runsOf(many, stream, '--concurrency 1 -o ndjson');
    const { error } = JSON.parse(stderr);
    expect([exitCode, error.message]).toEqual([code, expect.stringContaining(`${cause} Run `)]);
    expect(error.hint).toBe(`To go on: resale runs resume ${runs[0].run.slice(-4)}`);
    expect(runs).toMatchObject([{ state: 'unfinished' }]);
  });
});
