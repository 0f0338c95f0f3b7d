import { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { built, machine, type Start } from '../../support/built.ts';
import { callTool, Lines } from '../../support/mcp.ts';
import { resale, sandboxed } from '../../support/resale.ts';

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
    const { signal } = await child;
    expect([signal, bytes.stderr]).toMatchObject(['SIGTERM', expect.stringContaining('SIGTERM')]);
    const { stdout } = await resale('runs list -o json', { env: { ...on.env, ...env } });
    const [run] = JSON.parse(stdout);
    expect(run).toMatchObject({ state: 'unfinished', unknown: 0 });
    void applied;
  });
});
