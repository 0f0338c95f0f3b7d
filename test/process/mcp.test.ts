import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { built, machine, type Start } from '../support/built.ts';
import { callTool, Lines } from '../support/mcp.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { canaries, canaryKeys, json, startService } from '../support/service.ts';

/** The built tool as a server, and a client of it. */
const connected = async (how: Start) => {
  const child = built('mcp --settle 0.1', how);
  const bytes = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      bytes[name] += chunk;
    });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new Lines(child.stdin, child.stdout));
  return {
    child,
    bytes,
    client,
    call: (...call: [string, Record<string, unknown>?, Parameters<Client['callTool']>[1]?]) =>
      callTool(client, ...call),
  };
};

const restock = (listings: readonly { id: string }[], quantity: number) => ({
  operation: 'inventory set',
  rows: listings.map(({ id }) => ({ id, quantity })),
});

/** Whether a call has got to its rows. */
const isRunning = ({ message }: { message?: string | undefined }) => message?.startsWith('Running') === true;

describe('resale mcp as a process', () => {
  test('ends with its client: exit code 0, and on stdout is the protocol alone', async () => {
    const { env } = await sandboxed({ listings: 3 });
    const { child, bytes, client, call } = await connected({ env });
    await call('list_listings');
    await client.close();
    const { exitCode } = await child;
    expect([exitCode, bytes.stderr]).toEqual([0, '']);
    for (const line of bytes.stdout.trim().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0');
  });

  test('killed in the middle, leaves a run that a person goes on with', async () => {
    const { env } = await sandboxed({ listings: 60, latencyMs: 60 });
    const on = machine();
    const { child, call } = await connected({ env, on });
    const { listings } = (await call('list_listings', { limit: 60 })).said;
    const planned = await call('plan_changes', restock(listings, 77));
    const applied = call(
      'apply_plan',
      { planId: planned.said.planId },
      { onprogress: (now) => isRunning(now) && child.kill('SIGKILL') },
    ).catch(() => 'gone');
    await child;
    const here = { env: { ...on.env, ...env } };
    const resumed = await resale('runs resume --yes --settle 0.1 -o json', { ...here, clock: systemClock });
    // Of a request that was on its way, nobody may ever know whether it still arrives: then a person decides.
    expect([0, 8]).toContain(resumed.exitCode);
    const { stdout } = await resale('runs list -o json', here);
    const [run] = JSON.parse(stdout);
    expect(run).toMatchObject({ state: resumed.exitCode === 0 ? 'finished' : 'unresolved', refused: 0 });
    const { stdout: stock } = await resale('listings list -o ndjson --all', here);
    const now = stock
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).availableInventory);
    expect(now.filter((one) => one !== 77)).toHaveLength(run.unknown);
    expect(run.done + run.unknown).toBe(60);
    void applied;
  });

  test('stopped by SIGTERM in the middle, sends no more, and says so in the run', async () => {
    const { env } = await sandboxed({ listings: 60, latencyMs: 60 });
    const on = machine();
    const { child, bytes, call } = await connected({ env, on });
    const { listings } = (await call('list_listings', { limit: 60 })).said;
    const planned = await call('plan_changes', restock(listings, 77));
    let isStopped = false;
    const applied = call(
      'apply_plan',
      { planId: planned.said.planId },
      {
        onprogress: (now) => {
          if (!isRunning(now)) return;
          if (!isStopped) child.kill('SIGTERM');
          isStopped = true;
        },
      },
    ).catch(() => 'gone');
    const { exitCode } = await child;
    expect([exitCode, bytes.stderr]).toMatchObject([143, expect.stringContaining('SIGTERM')]);
    const { stdout } = await resale('runs list -o json', { env: { ...on.env, ...env } });
    const [run] = JSON.parse(stdout);
    expect(run).toMatchObject({ state: 'unfinished', unknown: 0 });
    void applied;
  });

  test('shows no key, whatever a service says', async () => {
    const { apiKey, clientId } = canaries;
    const said = `you sent ${apiKey} as ${clientId}`;
    const { env } = await startService({
      '/v1/listings': json(400, { error: said }),
      '/v1/shops': json(200, [
        { serviceShopName: said, countryCodes: [], url: `https://a.example/${apiKey}` },
      ]),
      '/product-feed': json(500, { error: said }),
    });
    const { child, bytes, client, call } = await connected({
      env: { ...env, ...canaryKeys, RESALE_DEBUG: '1' },
    });
    for (const [name, input] of [
      ['list_listings', {}],
      ['lookup_shops', { domain: 'a.example' }],
      ['feed_stats', {}],
      ['get_listing', { sku: apiKey }],
      ['plan_changes', restock([{ id: '90025b3b-3c3c-4d40-91b1-88d4177828cf' }], 1)],
    ] as const)
      await call(name, input);
    await client.close();
    await child;
    expect(bytes.stderr).toContain('GET');
    for (const text of Object.values(bytes)) expect(text.includes(apiKey)).toBe(false);
  });

  test('says what is no message, and goes on', async () => {
    const { env } = await sandboxed({ listings: 3 });
    const { child, call } = await connected({ env });
    child.stdin.write('{"jsonrpc":"2.0","method":\n\u0000\n[]\n');
    expect((await call('list_listings')).said.listings).toHaveLength(3);
    child.stdin.end();
    await once(child, 'exit');
  });
});
