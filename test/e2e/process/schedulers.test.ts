import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { bin, inShell, type Machine, machine } from '../../support/built.ts';
import { resale, type SandboxedTest, sandboxed } from '../../support/resale.ts';

const page = readFileSync('docs/schedulers.md', 'utf8');

/** The inventory of each listing, by its id. */
const stockOf = async ({ env }: SandboxedTest): Promise<Map<string, number>> => {
  const { stdout } = await resale('listings list --all -o json', { env });
  const listings: { id: string; availableInventory: number }[] = JSON.parse(stdout);
  return new Map(listings.map(({ id, availableInventory }) => [id, availableInventory]));
};

/** A shop, a machine, and a file that adds to each listing, one more than to the one before. */
const restocked = async (listings: number) => {
  const shop = await sandboxed({ listings, latencyMs: 30 });
  const before = await stockOf(shop);
  const on = machine();
  const rows = [...before.keys()].map((id, index) => `${id},${index + 1}\n`);
  const after = new Map([...before].map(([id, inventory], index) => [id, inventory + index + 1]));
  writeFileSync(join(on.home, 'stock.csv'), `id,delta\n${rows.join('')}`);
  return { shop, on, before, after };
};

const linesOf = (text: string): { line: number; id: string; outcome: string }[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const withParallel = spawnSync('parallel', ['--version']).status === 0;
if (!withParallel)
  console.warn('GNU parallel is not here: the line of docs/schedulers.md with it is not tried');

/** Puts a program in the place of the tool that writes down its process id first, so that it can be killed. */
const withPids = (on: Machine) => {
  const program = join(on.home, 'bin', 'resale');
  rmSync(program);
  writeFileSync(
    program,
    `#!/bin/sh\necho "$$ $*" >> "${on.home}/pids"\nexec "${process.execPath}" "${bin}" "$@"\n`,
  );
  chmodSync(program, 0o755);
  /** The processes of a part, the oldest first. */
  return (part: string): number[] =>
    readFileSync(join(on.home, 'pids'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(` --shard ${part} `))
      .map((line) => Number.parseInt(line, 10));
};

/** Each row was done once, or is in doubt, and a person who looks at it finds that out. */
const expectDone = async (
  run: string,
  { shop, on, before, after }: Awaited<ReturnType<typeof restocked>>,
  env: Record<string, string>,
) => {
  const how = { env, cwd: on.home };
  const rows = linesOf((await resale(`runs show ${run} --rows -o ndjson`, how)).stdout);
  expect(rows.map(({ id }) => id).sort()).toEqual([...after.keys()].sort());
  const stock = await stockOf(shop);
  for (const { id, outcome } of rows) {
    expect(outcome).toMatch(/^(applied|converged|unknown)$/);
    expect(outcome === 'unknown' ? [before.get(id), after.get(id)] : [after.get(id)]).toContain(
      stock.get(id),
    );
  }
  const doubts = linesOf((await resale(`runs resolve ${run} -o ndjson`, how)).stdout);
  expect(doubts).toHaveLength(rows.filter(({ outcome }) => outcome === 'unknown').length);
  const notApplied = doubts.filter(({ id }) => stock.get(id) === before.get(id)).map(({ line }) => line);
  if (notApplied.length > 0)
    await resale(`runs resolve ${run} --lines ${notApplied} --as not-applied --failed-out again.csv`, how);
  const settled = await resale(`runs resolve ${run} --all --as applied -o ndjson --fields unknown`, how);
  expect(settled.stdout).toBe('{"unknown":0}\n');
  if (notApplied.length === 0) return;
  await resale('inventory adjust --from again.csv --yes', how);
  expect(await stockOf(shop)).toEqual(after);
};

const changesOf = ({ requests }: SandboxedTest): number =>
  requests.filter((request) => request.startsWith('PUT')).length;

/** One that has ended by itself can't be killed any more. */
const kill = (pid: number | undefined, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

test.skipIf(!withParallel)('the line of docs/schedulers.md for GNU parallel, and a kill', async () => {
  const night = await restocked(80);
  const { shop, on } = night;
  const pidsOf = withPids(on);
  const line = /^parallel .*$/m.exec(page)?.[0] ?? '';
  expect(line).toContain('--shard {}/8');
  const env = { ...shop.env, RESALE_STATE_DIR: join(on.home, 'state') };
  const running = inShell(line, { on, env, cwd: on.home });
  await expect.poll(() => changesOf(shop), { interval: 5 }).toBeGreaterThan(10);
  for (const part of ['2/8', '5/8']) kill(pidsOf(part)[0], 'SIGKILL');
  await running;
  const told = linesOf(readFileSync(join(on.home, 'report.ndjson'), 'utf8'));
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(night.after.keys()));
  await expectDone('night', night, env);
});

describe('the Kubernetes job of docs/schedulers.md', () => {
  const [, yaml = ''] = /```yaml\n(apiVersion: batch[\s\S]*?)```/.exec(page) ?? [];
  const { spec } = parse(yaml);
  const [container] = spec.template.spec.containers;

  it('mounts what its command uses, and keeps the state there', () => {
    const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(mounted).toEqual(['/state', '/stock']);
    expect(container.env).toEqual([{ name: 'RESALE_STATE_DIR', value: '/state' }]);
  });

  it('does each row once, though pods are killed and suspended', async () => {
    const night = await restocked(160);
    const { shop, on } = night;
    const pidsOf = withPids(on);
    const state = join(on.home, 'state');
    mkdirSync(state);
    // A volume belongs to root or to a group, which its mode shows.
    chmodSync(state, 0o2775);
    const [shell, flag, command]: string[] = container.command;
    const here = `${command}`.replaceAll('/stock/', `"${on.home}"/`).replaceAll('/state', `"${state}"`);
    const [rule] = spec.podFailurePolicy.rules;
    const env = { ...shop.env, RESALE_STATE_DIR: state };
    const start = (index: number) =>
      inShell(`exec ${shell} ${flag} '${here}'`, {
        on,
        env: { ...env, JOB_COMPLETION_INDEX: String(index) },
      });
    /** A pod that fails is started again, but for the exit codes of the rule. */
    const pod = async (index: number): Promise<number | undefined> => {
      for (let starts = 0; starts <= spec.backoffLimitPerIndex; starts += 1) {
        const { exitCode } = await start(index);
        if (exitCode === 0 || rule.onExitCodes.values.includes(exitCode)) return exitCode;
      }
      return undefined;
    };
    const pods = Array.from({ length: spec.completions }, (_, index) => pod(index));
    await expect.poll(() => changesOf(shop), { interval: 5 }).toBeGreaterThan(20);
    for (const part of ['1/8', '4/8']) kill(pidsOf(part)[0], 'SIGKILL');
    const [asleep] = pidsOf('6/8');
    kill(asleep, 'SIGSTOP');
    // Its node is not heard of any more, so another one takes its place.
    const inItsPlace = await pod(5);
    kill(asleep, 'SIGCONT');
    expect([0, 8]).toContain(inItsPlace);
    for (const code of await Promise.all(pods)) expect([0, 8]).toContain(code);
    await expectDone('restock-2026-11-21', night, env);
  });
});

test('what goes to a pipe that several processes share goes there in whole lines, as much as it takes at once', async () => {
  const { shop, on, after } = await restocked(120);
  writeFileSync(
    join(on.home, 'unchanged.csv'),
    `id,delta\n${[...after.keys()].map((id) => `${id},0\n`).join('')}`,
  );
  const written: string[] = [];
  const onStdout = (text: string) => written.push(text);
  await resale('inventory adjust --from unchanged.csv --yes -o ndjson', {
    env: { ...shop.env, RESALE_STATE_DIR: join(on.home, 'state') },
    cwd: on.home,
    onStdout,
  });
  expect(linesOf(written.join(''))).toHaveLength(120);
  expect(written.filter((text) => !text.endsWith('\n') || Buffer.byteLength(text) > 4096)).toEqual([]);
});
