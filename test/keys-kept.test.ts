import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted } from '../src/failure/interrupted.ts';
import { forms, id, keys, lines, noKeyIn, tellTale } from './support/canaries.ts';
import { startFeedHost } from './support/feed-host.ts';
import { resale } from './support/resale.ts';
import { json, startService } from './support/service.ts';

/** A machine with a profile `shop`, and everything that is written on it. */
const machine = async (baseUrl: string) => {
  const cwd = await mkdtemp(join(tmpdir(), 'resale-test-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const env = {
    PATH: process.env.PATH ?? '',
    RESALE_CONFIG_DIR: join(cwd, 'config'),
    RESALE_CACHE_DIR: join(cwd, 'cache'),
    RESALE_STATE_DIR: join(cwd, 'state'),
  };
  const run = async (line: string | readonly string[], stdin = '', more: Record<string, string> = {}) => {
    const controller = new AbortController();
    // What runs until it is stopped is stopped after its first answers.
    if (line.includes('feed watch')) setTimeout(() => controller.abort(new Interrupted('SIGINT')), 300);
    return resale(line, { env: { ...env, ...more }, cwd, stdin, interruption: controller.signal });
  };
  await run(
    ['profiles', 'add', 'shop', '--base-url', baseUrl, '--client-id', keys.clientId, '--api-key-stdin'],
    keys.apiKey,
  );
  /** All that stands in files, but for the one file that is there for the key, and the settings and exports, which have the client id. */
  const written = async () => {
    const files = await readdir(cwd, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && !/^(config|credentials|profiles)\.json$/.test(file.name))
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
    return (await Promise.all(texts)).join('\n');
  };
  return { cwd, run, written };
};

describe('a key that is kept is in its place and nowhere else, whatever the service answers', () => {
  it.each(lines)('resale %s', async (line) => {
    const { run, written } = await machine(await tellTale(403));
    // Some examples name the profile of the sandbox, whose port may be anybody's here.
    const ours = line.replace(/(?<=(?:^| )(?:-p|--profile) )sandbox\b/, 'shop');
    const named = / -p | --profile /.test(` ${ours}`) ? ours : `${ours} -p shop --yes`;
    const { stdout, stderr } = await run(named, `${keys.apiKey}\n`);
    noKeyIn(stdout + stderr + (await written()));
  });

  it('behind a command', async () => {
    const { run, written, cwd } = await machine(await tellTale(403));
    const command = `printf '%s' "$VAULT"; cat /proc/$$/cmdline > ${cwd}/argv; env > ${cwd}/environment`;
    await run(['profiles', 'set', 'shop', '--key-command', command, '--key-command-shell']);
    const pair = { VAULT: keys.apiKey };
    const { stdout, stderr, exitCode } = await run('listings list -p shop --debug', '', pair);
    expect(exitCode).toBe(4);
    noKeyIn(stdout + stderr);
    expect(await written()).toContain('VAULT=');
    noKeyIn((await written()).replace(/^VAULT=.*$/m, ''));
  });
});

describe('a key in the wrong place is not repeated', () => {
  const key = 'Canary-Key-0815';
  it.each([
    `profiles add ${key} --base-url https://a.example`,
    `profiles add live --base-url https://${key}@a.example`,
    `profiles add live --base-url https://a.example --api-key ${key}`,
    `profiles add live --base-url https://a.example --api-key=${key}`,
    `profiles add live ${key} --base-url https://a.example`,
    `profiles add live --base-url https://a.example --client-id c --key-command "echo '${key}"`,
    `profiles set shop ${key}`,
    `profiles set shop apiKey=${key}`,
    `profiles set shop protected=${key} output=${key}`,
    `profiles set shop baseUrl=https://a.example/?key=${key}`,
    `profiles show ${key}`,
    `profiles use ${key}`,
    `profiles remove ${key} --yes`,
    `profiles check ${key}`,
    `profiles export ${key}`,
    `profiles rename shop ${key}`,
    `listings list -p ${key}`,
    `listings list --base-url ${key}`,
    `listings list --api-key=${key}`,
    `listings list -k${key}`,
  ])('%s', async (line) => {
    const { run } = await machine('https://shop.example');
    const { exitCode, stdout, stderr } = await run(line);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).not.toContain(key);
  });
});

describe('the host of the feed', () => {
  const signature = 'canary-signature-4711';
  const product = JSON.stringify([{ productID: 'P1' }]);

  it.each([
    ['200', (response: ServerResponse) => response.end(product)],
    ['403', (response: ServerResponse) => response.writeHead(403).end(`no ${signature}`)],
    ['cut', (response: ServerResponse) => response.writeHead(200, { 'content-length': 99 }).write('[{')],
  ])('answers %s: it is sent no key, and its signed link is neither shown nor kept', async (_, answer) => {
    const sent: string[] = [];
    const host = await startFeedHost({
      '/feed.json': (response, request) => {
        sent.push(JSON.stringify([request.rawHeaders]));
        answer(response);
        if (!response.writableEnded) setTimeout(() => response.destroy(), 50);
      },
    });
    onTestFinished(host.close);
    const { url } = await startService({
      '/product-feed': json(200, { url: `${host.url}/feed.json?signature=${signature}` }),
    });
    const { run, written } = await machine(url);
    for (const line of ['fetch', 'fetch --check', 'fetch -o csv', 'stats', 'watch']) {
      const { stdout, stderr } = await run(`feed ${line} --debug --max-retries 0 -p shop`);
      noKeyIn(stdout + stderr);
      expect(stdout + stderr).not.toContain(signature);
    }
    const files = await written();
    noKeyIn(files);
    expect(files).not.toContain(signature);
    expect(sent.length).toBeGreaterThan(0);
    for (const headers of sent) expect(forms.filter((form) => headers.includes(form))).toEqual([]);
  });
});

it('a change that is refused is told in a journal without keys', async () => {
  const { run, written } = await machine(await tellTale(500));
  await run(`inventory set --from - -p shop --yes --max-retries 0`, `id,quantity,expect\n${id},3,5\n`);
  noKeyIn(await written());
});
