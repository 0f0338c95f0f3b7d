import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { inShell, machine } from '../support/built.ts';
import { resale, type SandboxedTest, sandboxed } from '../support/resale.ts';

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
  return { shop, on, after };
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

const withParallel = spawnSync('parallel', ['--version']).status === 0;
if (!withParallel)
  console.warn('GNU parallel is not here: the line of docs/schedulers.md with it is not tried');

/** Each row was told of once, and done as it was told. */
const expectDone = async (
  told: ReturnType<typeof linesOf>,
  after: Map<string, number>,
  shop: SandboxedTest,
) => {
  expect(told.map(({ id }) => id).sort()).toEqual([...after.keys()].sort());
  expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['applied']));
  expect(await stockOf(shop)).toEqual(after);
};

// What becomes of parts that are killed and started again, the torture's pods show.
test.skipIf(!withParallel)('the line of docs/schedulers.md for GNU parallel', async () => {
  const { shop, on, after } = await restocked(60);
  // With three parts in place of eight.
  const line = partsOf(/^parallel .*$/m.exec(page)?.[0], 8, 3).replace(/(?<=::: 1 2 3) 4 5 6 7 8\b/, '');
  expect(line).toContain('::: 1 2 3 >>');
  const env = { ...shop.env, RESALE_STATE_DIR: join(on.home, 'state') };
  await inShell(line, { on, env, cwd: on.home });
  await expectDone(linesOf(readFileSync(join(on.home, 'report.ndjson'), 'utf8')), after, shop);
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

  it('does each row once in a shell that stands for its pods', async () => {
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
    const pods = Array.from({ length: some }, async (_, index) => {
      const env = { ...shop.env, RESALE_STATE_DIR: state, JOB_COMPLETION_INDEX: String(index) };
      const { exitCode } = await inShell(`exec ${shell} ${flag} '${here}'`, { on, env });
      expect(exitCode).toBe(0);
      return linesOf(readFileSync(join(state, `report-${index}.ndjson`), 'utf8'));
    });
    await expectDone((await Promise.all(pods)).flat(), after, shop);
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
