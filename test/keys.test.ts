import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tree } from '../src/program.ts';
import { Interrupted } from '../src/terminal/io.ts';
import type { Answer } from './support/feed-host.ts';
import { resale } from './support/resale.ts';
import { json, startService } from './support/service.ts';

/** Keys as awkward as a header can carry them. */
const keys = { clientId: 'canary/client+"one"', apiKey: 'canary\\key=0815&"not to be shown"' };

/** The forms in which a service may write a key. */
const written = Object.values(keys).flatMap((key) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
]);

/** Every form in which a key may show up. */
const forms = [...written, ...written.map((form) => JSON.stringify(form).slice(1, -1))];

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** A service that answers everything with what it was sent, keys and all. */
const tellTale = async (status: number, headers: Record<string, string> = {}) => {
  const answer: Answer = json(
    status,
    { error: `no luck for ${written.join(', ')}` },
    {
      'set-cookie': 'session=canary-cookie',
      'x-request-id': keys.apiKey.replaceAll(/[^\w]/g, '-'),
      ...headers,
    },
  );
  const paths = [
    ...['/v1/listings', `/v1/listings/${id}`, `/v1/listings/${id}/inventory`],
    ...['/v1/items/grade', '/v1/shops', '/product-feed'],
  ];
  const { url } = await startService(Object.fromEntries(paths.map((path) => [path, answer])));
  return url;
};

/** The examples of every command but those that start servers and other programs. */
const lines = (
  await Promise.all(
    tree
      .flatMap((top) =>
        'children' in top
          ? top.children.map((leaf) => ({ ...leaf, name: `${top.name} ${leaf.name}` }))
          : [top],
      )
      .filter(({ name }) => !/^sandbox (start|exec|demo)$/.test(name))
      .map(async ({ name, load }) => {
        const { examples } = await load();
        return examples.map(({ line }) => {
          const [own = ''] = line.split(' | ').filter((part) => part.startsWith('resale '));
          return own
            .replace(/^resale (--profile \S+ )?/, '')
            .replace(name, `${name} --debug --max-retries 0 --settle 0`)
            .replace(/\bID\b/, id);
        });
      }),
  )
).flat();

/** What runs until it is stopped is stopped after its first answers. */
const stopped = (line: string): { interruption?: AbortSignal } => {
  if (!line.startsWith('feed watch')) return {};
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Interrupted('SIGINT')), 300);
  return { interruption: controller.signal };
};

const noKeyIn = (text: string) => {
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  expect(text).not.toContain('canary-cookie');
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
