import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted } from '../src/failure/failure.ts';
import { examples } from './support/commands.ts';
import { type Answer, startFeedHost } from './support/feed-host.ts';
import { type Circumstances, resale } from './support/resale.ts';
import { json, startService } from './support/service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** Keys as awkward as a header can carry them. */
const keys = { clientId: 'canary/client+"one"', apiKey: 'canary\\key=0815&"not to be shown"' };

/** The forms in which a service may write the key into a text of JSON. */
const written = [
  JSON.stringify(keys.apiKey).slice(1, -1),
  JSON.stringify(keys.apiKey).slice(1, -1).replaceAll('/', '\\/'),
  keys.apiKey.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  encodeURIComponent(keys.apiKey),
  encodeURIComponent(keys.apiKey).replace(/%../g, (code) => code.toLowerCase()),
  Buffer.from(keys.apiKey).toString('base64'),
  Buffer.from(keys.apiKey).toString('base64url'),
  Buffer.from(`${keys.apiKey}:`).toString('base64'),
  Buffer.from(`${keys.clientId}:${keys.apiKey}`).toString('base64'),
];

/** Every form in which the key may show up. */
const forms = [keys.apiKey, ...written];

/** Fails where a key shows up in the text, in whatever form. */
const noKeyIn = (text: string) => {
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  expect(text).not.toContain('canary-cookie');
};

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** A service that answers everything with what it was sent, keys and all. */
const tellTale = async (status: number, headers: Record<string, string> = {}) => {
  const answer: Answer = (response) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'set-cookie': 'session=canary-cookie',
        'x-request-id': `${keys.apiKey} ${encodeURIComponent(keys.apiKey)}`,
        ...headers,
      })
      .end(`{"error":"no luck for ${written.join(', ')}"}`);
  const paths = [
    '/v1/listings',
    `/v1/listings/${id}`,
    `/v1/listings/${id}/inventory`,
    '/v1/items/grade',
    '/v1/shops',
    '/product-feed',
  ];
  const { url } = await startService(Object.fromEntries(paths.map((path) => [path, answer])));
  return url;
};

/** The examples of every command but those that start servers and other programs. */
const all = examples
  .filter(([, path]) => !/^sandbox (start|exec|demo)$/.test(path))
  .map(([line, path]) => {
    const [own = ''] = line.split(' | ').filter((part) => part.startsWith('resale '));
    return own
      .replace(/^resale (--profile \S+ )?/, '')
      .replace(path, `${path} --debug --max-retries 0 --settle 0`)
      .replace(/\bID\b/, id);
  });

/** jq prints what it is given: of a service's answer and of what is kept here is enough. */
const lines = all.filter((line) => !line.includes(' --jq ') || /^(?:listings get|profiles show)/.test(line));

/** A machine with a profile `shop` that has the keys, and everything that is written on it. */
const machine = async (baseUrl: string) => {
  const cwd = temporaryFolder();
  const env = {
    PATH: process.env.PATH ?? '',
    RESALE_CONFIG_DIR: join(cwd, 'config'),
    RESALE_CACHE_DIR: join(cwd, 'cache'),
    RESALE_STATE_DIR: join(cwd, 'state'),
  };
  const run = async (line: string | readonly string[], more: Circumstances = {}) => {
    const controller = new AbortController();
    // What runs until it is stopped is stopped after its first answers.
    const stopIn = (milliseconds: number) => {
      if (line.includes('feed watch'))
        setTimeout(() => controller.abort(new Interrupted('SIGINT')), milliseconds);
    };
    stopIn(300);
    const onStderr = () => stopIn(50);
    const own = { cwd, interruption: controller.signal, onStderr };
    const ended = await resale(line, { ...own, ...more, env: { ...env, ...more.env } });
    noKeyIn(ended.stdout + ended.stderr);
    return ended;
  };
  const profile = ['profiles', 'add', 'shop', '--base-url', baseUrl, '--client-id', keys.clientId];
  await run([...profile, '--api-key-stdin'], { stdin: keys.apiKey });
  /** All that stands in files, but for the one file that is there for the key. */
  const kept = async () => {
    const files = await readdir(cwd, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && file.name !== 'credentials.json')
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
    return (await Promise.all(texts)).join('\n');
  };
  return { cwd, run, kept };
};

const inPipe = { stdin: `${keys.apiKey}\n` };
const atTerminal = { terminal: 100, answers: ['y', 'y', 'y'] };

describe('no key is shown or written, whatever the service answers', () => {
  // A refusal is told by the same code, whatever the command, where the keys come from, and where it is read: each line meets
  // one case of these, one after the other.
  const statuses = [400, 403, 404, 500];
  const cases = lines.map((line, index) => {
    const how = index % 16;
    return [line, statuses[how % 4] ?? 0, how & 4 ? inPipe : atTerminal, how >= 8] as const;
  });
  it.each(cases)('resale %s', async (line, status, stream, isByEnvironment) => {
    // Some examples name the profile of the sandbox, whose port may be anybody's here.
    const ours = line.replace(/(?<=(?:^| )(?:-p|--profile) )sandbox\b/, 'shop');
    const named = / -p | --profile /.test(` ${ours}`) ? ours : `${ours} -p shop --yes`;
    const url = await tellTale(status);
    const { run, kept } = await machine(url);
    const env = { RESALE_BASE_URL: url, RESALE_CLIENT_ID: keys.clientId, RESALE_API_KEY: keys.apiKey };
    await (isByEnvironment ? run(line, { ...stream, env }) : run(named, stream));
    noKeyIn(await kept());
  });

  const listing = {
    ...{ id, state: 'OPEN', condition: 'GOOD', sku: `s ${keys.apiKey}`, availableInventory: 2 },
    externalIdentifier: keys.apiKey,
  };
  it.each([
    ...['table', 'json', 'ndjson', 'csv', 'yaml'].map((format) => `listings list --limit 1 -o ${format}`),
    `listings get ${id} -o json`,
    'api GET /v1/listings',
    'api GET /v1/listings --debug',
    '__complete listing-id',
  ])('where it is in what was asked for: resale %s', async (line) => {
    const pageInfo = { hasNextPage: true, endCursor: `c ${keys.apiKey}` };
    const { url } = await startService({
      '/v1/listings': json(200, { listings: [listing], pageInfo }),
      [`/v1/listings/${id}`]: json(200, listing),
    });
    const { run, kept } = await machine(url);
    for (const more of [{}, { terminal: 120 }]) {
      const { stdout } = await run(line, { ...more, env: { RESALE_PROFILE: 'shop' } });
      if (!line.startsWith('__')) expect(stdout).toContain('***');
    }
    noKeyIn(await kept());
  });

  it('nor where a wait is reported', async () => {
    const { run } = await machine(await tellTale(503, { 'retry-after': '1.1' }));
    const { stderr } = await run('shops lookup a.example -p shop --max-retries 1', { terminal: 200 });
    expect(stderr).toMatch(/No luck for \*\*\*.* Trying again in \d\.\d s…/);
  });

  it('--debug masks it, and shows everything else', async () => {
    const { run } = await machine(await tellTale(400));
    const { stderr } = await run('shops lookup a.example -p shop --debug');
    expect(stderr).toContain('> X-Service-Client-Id: ***\n> X-Service-Authentication-Key: ***\n');
    expect(stderr).toContain('< set-cookie: ***\n');
    // What base64 has of the colon behind a key is no secret.
    expect(stderr).toMatch(/^< \{"error":"no luck for (?:[\w+/=]*(?:\*\*\*)+[\w=]{0,4}(?:, )?)+"\}$/m);
  });

  it('behind a command', async () => {
    const { run, kept, cwd } = await machine(await tellTale(403));
    const script = `printf %s "$VAULT"; cat /proc/$$/cmdline > ${cwd}/argv; env > ${cwd}/environment`;
    await run(['profiles', 'set', 'shop', '--key-command', `sh -c '${script}'`]);
    const { exitCode } = await run('listings list -p shop --debug', { env: { VAULT: keys.apiKey } });
    expect(exitCode).toBe(4);
    expect(await kept()).toContain('VAULT=');
    noKeyIn((await kept()).replace(/^VAULT=.*$/m, ''));
  });

  it('in the journal of a change that is refused', async () => {
    const { run, kept } = await machine(await tellTale(500));
    const line = 'inventory set --from - -p shop --yes --max-retries 0';
    await run(line, { stdin: `id,quantity,expect\n${id},3,5\n` });
    noKeyIn(await kept());
  });
});

describe('a key that reads like a number', () => {
  const key = '20261128';
  const env = { RESALE_CLIENT_ID: 'client', RESALE_API_KEY: key };
  const quantity = Number(key);

  /** A shop in which it is an inventory, an identifier and a part of a sentence. */
  const shop = async () => {
    let availableInventory = quantity - 1;
    const listing = () => ({
      id,
      state: 'OPEN',
      condition: 'GOOD',
      externalIdentifier: key,
      availableInventory,
    });
    const { url } = await startService({
      [`/v1/listings/${id}`]: (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listing())),
      [`/v1/listings/${id}/inventory`]: (response) => {
        availableInventory = quantity;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listing()));
      },
      '/v1/listings': json(200, { listings: [listing()], pageInfo: { hasNextPage: false, endCursor: null } }),
    });
    return { ...env, RESALE_BASE_URL: url, RESALE_STATE_DIR: temporaryFolder() };
  };

  it('changes no outcome, and is masked as a text alone', async () => {
    const here = { env: await shop() };
    const set = await resale(`inventory set ${id} ${key} -o json`, here);
    expect([set.exitCode, set.stderr]).toEqual([0, '']);
    expect(JSON.parse(set.stdout)).toMatchObject({ outcome: 'applied', after: quantity });
    const { stdout } = await resale(`listings get ${id} -o json`, here);
    expect(JSON.parse(stdout)).toMatchObject({ availableInventory: quantity, externalIdentifier: '***' });
    const found = await resale(`listings get --external-id ${key} -o json`, here);
    expect(found.exitCode).toBe(0);
  });

  it('leaves the name of a run and of a file as they were typed', async () => {
    const cwd = temporaryFolder();
    const file = `stock-${key}.csv`;
    await writeFile(join(cwd, file), `id,quantity\n${id},${key}\n`);
    const here = { env: await shop(), cwd };
    const began = await resale(`inventory set --from ${file} --run ${key} --yes --rate 100/s`, here);
    expect(began.exitCode).toBe(0);
    const again = await resale(`inventory set --from ${file} --run ${key} --yes`, here);
    expect(began.stderr + again.stderr).toContain(`${key} had ended`);
    const { stdout } = await resale(`runs show ${key} -o json`, here);
    expect(JSON.parse(stdout)).toMatchObject({ run: key, counts: { applied: 1 } });
    const missing = await resale('inventory set --from missing-20261128.csv --yes', here);
    expect(missing.stderr).toContain('missing-20261128.csv');
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
    const { run, kept } = await machine(url);
    for (const line of ['fetch', 'fetch --check', 'fetch -o csv', 'stats', 'watch']) {
      const { stdout, stderr } = await run(`feed ${line} --debug --max-retries 0 -p shop`);
      expect(stdout + stderr).not.toContain(signature);
    }
    const files = await kept();
    noKeyIn(files);
    expect(files).not.toContain(signature);
    expect(sent.length).toBeGreaterThan(0);
    for (const headers of sent) expect(forms.filter((form) => headers.includes(form))).toEqual([]);
  });
});
