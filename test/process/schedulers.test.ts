import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { shellWord } from '../../src/words/resale-line.ts';
import { bin, inShell, type Machine, machine } from '../support/built.ts';
import { resale, type SandboxedTest, sandboxed } from '../support/resale.ts';

const page = readFileSync('docs/schedulers.md', 'utf8');

interface Listed {
  id: string;
  availableInventory: number;
}

/** The inventory of each listing, by its id. */
const stockOf = async ({ env }: SandboxedTest): Promise<Map<string, number>> => {
  const { stdout } = await resale('listings list --all -o json', { env });
  const listings: Listed[] = JSON.parse(stdout);
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
  return { shop, on, after };
};

/** Puts a program before the tool on the PATH, which is killed in the middle of its first try of each part. */
const killedOnce = ({ home, env }: Machine): Record<string, string> => {
  const [programs, tries] = [join(home, 'fragile'), join(home, 'tries')];
  for (const folder of [programs, tries]) mkdirSync(folder);
  const command = `${shellWord(process.execPath)} ${shellWord(bin)}`;
  const script = `#!/bin/bash
tried="${tries}/$(sed 's/.*--shard //; s/[/ ].*//' <<< "$*")"
echo >> "$tried"
(( $(wc -l < "$tried") > 1 )) && exec ${command} "$@"
exec timeout -s KILL 0.$((RANDOM % 6 + 3)) ${command} "$@"
`;
  writeFileSync(join(programs, 'resale'), script);
  chmodSync(join(programs, 'resale'), 0o755);
  return { PATH: `${programs}:${env.PATH}` };
};

/** A line for fewer parts than it has. */
const partsOf = (line: string | undefined, parts: number, fewer: number): string => {
  expect(line?.match(/--shard \S+( \S+ \S+)?\/(\d+) /)?.[2]).toBe(`${parts}`);
  return `${line}`.replace(`/${parts} `, `/${fewer} `);
};

const linesOf = (text: string): { id: string; outcome: string }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const withParallel = isThere('parallel');
if (!withParallel)
  console.warn('GNU parallel is not here: the line of docs/schedulers.md with it is not tried');

test.skipIf(!withParallel)(
  'the line of docs/schedulers.md for GNU parallel, whose parts are killed',
  async () => {
    const { shop, on, after } = await restocked(60);
    // With three parts in place of eight.
    const line = partsOf(/^parallel .*$/m.exec(page)?.[0], 8, 3).replace(/(?<=::: 1 2 3) 4 5 6 7 8\b/, '');
    expect(line).toContain('::: 1 2 3 >>');
    // The rows that were under way when a process was killed are unknown, or were found to be done.
    const env = { ...shop.env, ...killedOnce(on), RESALE_STATE_DIR: join(on.home, 'state') };
    const { stderr } = await inShell(line, { on, env, cwd: on.home });
    const told = linesOf(readFileSync(join(on.home, 'report.ndjson'), 'utf8'));
    expect(told.map(({ id }) => id).sort(), stderr).toEqual([...after.keys()].sort());
    expect(readdirSync(join(on.home, 'tries'))).toHaveLength(3);
    const stock = await stockOf(shop);
    for (const { id, outcome } of told)
      if (outcome !== 'unknown') expect([id, outcome, stock.get(id)]).toEqual([id, outcome, after.get(id)]);
    expect(told.filter(({ outcome }) => outcome === 'applied').length).toBeGreaterThan(0);
  },
);

describe('the Kubernetes job of docs/schedulers.md', () => {
  const [, yaml = ''] = /```yaml\n(apiVersion: batch[\s\S]*?)```/.exec(page) ?? [];
  const { spec } = parse(yaml);
  const [container] = spec.template.spec.containers;

  it('mounts what its command uses, and keeps the state there', () => {
    const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(mounted).toEqual(['/state', '/stock']);
    expect(container.env).toEqual([{ name: 'RESALE_STATE_DIR', value: '/state' }]);
  });

  it('does each row once in a shell that stands for its pods, killed and started again', async () => {
    const { shop, on, after } = await restocked(40);
    const [state, stock] = [join(on.home, 'state'), on.home];
    mkdirSync(state);
    // A volume belongs to root or to a group, which its mode shows.
    chmodSync(state, 0o2775);
    const [shell, flag, command]: string[] = container.command;
    const [all, some]: [number, number] = [spec.completions, 2];
    const here = partsOf(command, all, some)
      .replaceAll('/stock/', `"${stock}"/`)
      .replaceAll('/state', `"${state}"`);
    const pod = (index: number) =>
      inShell(`exec ${shell} ${flag} '${here}'`, {
        on,
        env: { ...shop.env, RESALE_STATE_DIR: state, JOB_COMPLETION_INDEX: String(index) },
      });
    const exitCodes = await Promise.all(
      Array.from({ length: some }, async (_, index) => {
        const killed = pod(index);
        setTimeout(() => killed.kill('SIGKILL'), 400 + index * 100);
        await killed;
        return (await pod(index)).exitCode;
      }),
    );
    expect(exitCodes.every((code) => code === 0 || code === 8)).toBe(true);
    const told = exitCodes.flatMap((_, index) =>
      linesOf(readFileSync(join(state, `report-${index}.ndjson`), 'utf8')),
    );
    expect(told.map(({ id }) => id).sort()).toEqual([...after.keys()].sort());
    const now = await stockOf(shop);
    for (const { id, outcome } of told)
      if (outcome !== 'unknown') expect([id, outcome, now.get(id)]).toEqual([id, outcome, after.get(id)]);
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
