import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted } from '../src/failure/interrupted.ts';
import { id, keys, lines, noKeyIn, tellTale } from './support/canaries.ts';
import { resale } from './support/resale.ts';

/** What runs until it is stopped is stopped after its first answers. */
const stopped = (line: string): { interruption?: AbortSignal } => {
  if (!line.startsWith('feed watch')) return {};
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Interrupted('SIGINT')), 300);
  return { interruption: controller.signal };
};

const folders = async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'resale-test-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const env = { RESALE_CONFIG_DIR: join(cwd, 'config'), RESALE_CACHE_DIR: join(cwd, 'cache') };
  return { cwd, env };
};

describe('no key is ever shown, whatever the service answers', () => {
  it.each(lines)('resale %s', async (line) => {
    for (const status of [400, 403, 404, 500]) {
      const { cwd, env } = await folders();
      const from = {
        ...env,
        RESALE_BASE_URL: await tellTale(status),
        RESALE_CLIENT_ID: keys.clientId,
        RESALE_API_KEY: keys.apiKey,
      };
      const pipe = await resale(line, { env: from, cwd, stdin: keys.apiKey, ...stopped(line) });
      const there = { terminal: 100, typed: 'y\n', ...stopped(line) };
      const terminal = await resale(line, { env: from, cwd, ...there });
      for (const { stdout, stderr } of [pipe, terminal]) noKeyIn(stdout + stderr);
    }
  });

  it('nor are those of a profile', async () => {
    const { env } = await folders();
    const add = ['profiles', 'add', 'shop', '--base-url', await tellTale(403), '--client-id', keys.clientId];
    const added = await resale([...add, '--api-key-stdin'], { env, stdin: `${keys.apiKey}\n` });
    expect(added.exitCode).toBe(0);
    noKeyIn(added.stdout + added.stderr);
    for (const line of [
      'listings list',
      `listings get ${id}`,
      'profiles show',
      'profiles list',
      'feed fetch',
    ]) {
      const { stdout, stderr } = await resale(`${line} --debug -p shop`, { env });
      noKeyIn(stdout + stderr);
    }
    expect((await resale('listings list -p shop', { env })).exitCode).toBe(4);
  });

  it('nor where a wait is told of', async () => {
    const url = await tellTale(503, { 'retry-after': '1.1' });
    const env = { RESALE_BASE_URL: url, RESALE_CLIENT_ID: keys.clientId, RESALE_API_KEY: keys.apiKey };
    const { stderr } = await resale('shops lookup a.example --max-retries 1', { env, terminal: 200 });
    expect(stderr).toMatch(/No luck for \*\*\*.* Trying again in \d\.\d s…/);
    noKeyIn(stderr);
  });

  it('--debug masks them where they are sent, and shows everything else', async () => {
    const url = await tellTale(400);
    const env = { RESALE_BASE_URL: url, RESALE_CLIENT_ID: keys.clientId, RESALE_API_KEY: keys.apiKey };
    const { stderr } = await resale('shops lookup a.example --debug', { env });
    expect(stderr).toContain('> X-Service-Client-Id: ***\n> X-Service-Authentication-Key: ***\n');
    expect(stderr).toContain('< set-cookie: ***\n');
    expect(stderr).toMatch(/^< \{"error":"no luck for (\*\*\*, )+\*\*\*"\}$/m);
  });
});
