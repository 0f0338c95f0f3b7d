import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/feed-host.ts';
import { harmOn, nasty, unisolatedIn } from '../../support/nasty.ts';
import { resale } from '../../support/resale.ts';
import { json, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const texts = Object.values(nasty);
const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const widths = [20, 80];
/** A terminal; colours and what is drawn again in its place are ours, and are left out to see what is not. */
const terminal = { TERM: 'xterm', LANG: 'C.UTF-8', NO_COLOR: '1', CI: 'true' };

/** A thing whose fields all hold one nasty text, fields that nobody knows included. */
const filled = (text: string, fields: readonly string[], known: object): object => ({
  ...Object.fromEntries(fields.map((field) => [field, text])),
  ...known,
  another: { [`field ${text}`]: [text] },
});
const listing = (text: string, known: object = {}) =>
  filled(text, ['id', 'state', 'condition', 'sku', 'externalIdentifier'], {
    availableInventory: 3,
    ...known,
  });
const shop = (text: string) =>
  filled(text, ['serviceShopName', 'url', 'serviceId'], {
    countryCodes: [text],
    styles: { primaryButtonBackgroundColor: text, primaryButtonBorder: text },
  });
const product = (text: string) =>
  filled(
    text,
    'productID productURL productTitle productDescription size image brand condition color currency'.split(
      ' ',
    ),
    { price: 1.5, productStock: 2, productAvailable: true, categories: [text], gender: [text] },
  );
const all = texts.join(' ');

/** A service that says nasty things wherever it may say something. */
const shopOfHorrors = async () => {
  let origin = '';
  const link: Answer = (response, request) =>
    json(200, { url: `${origin}/feed.json`, version: 1 })(response, request);
  const { url, env } = await startService({
    '/v1/listings': (response, request) =>
      (request.method === 'POST'
        ? json(200, { id: all, url: all })
        : json(200, {
            listings: texts.map((text) => listing(text)),
            pageInfo: { hasNextPage: true, endCursor: nasty['right to left'] },
          }))(response, request),
    [`/v1/listings/${id}`]: json(200, listing(all, { id })),
    [`/v1/listings/${id}/inventory`]: json(200, { id, availableInventory: 4, [all]: all }),
    '/v1/items/grade': json(200, {
      items: [filled(all, ['condition', 'notes'], { id, images: [{ url: all, notes: all }] })],
    }),
    '/v1/shops': json(200, texts.map(shop)),
    '/product-feed': link,
    '/feed.json': json(200, texts.map(product)),
  });
  origin = url;
  return { ...env, RESALE_CACHE_DIR: temporaryFolder() };
};

describe('whatever the service sends, no screen is harmed', () => {
  test.each([
    `listings list --limit ${texts.length}`,
    'listings list --limit 2',
    `listings get ${id}`,
    `listings get --external-id '${nasty['right to left']}'`,
    `listings create --shop-id s --condition good --source sku --product-id x --image https://images.example/1`,
    `inventory set ${id} 4`,
    `grade ${id} --condition good`,
    'shops lookup second-meadow.example',
    'feed fetch',
    'feed fetch --check',
    'feed stats',
    'api GET /v1/shops',
  ])('resale %s', async (line) => {
    const env = { ...(await shopOfHorrors()), ...terminal };
    for (const width of widths) {
      const { stdout, stderr } = await resale(`${line} --settle 0`, { env, terminal: width });
      // What is meant for programs is not broken into lines.
      const lineWidth = line.startsWith('api') ? Number.POSITIVE_INFINITY : width;
      expect(await harmOn(stdout, lineWidth)).toEqual([]);
      expect(await harmOn(stderr, width)).toEqual([]);
      if (!line.startsWith('api')) expect(unisolatedIn(stdout + stderr)).toEqual([]);
      expect(stdout + stderr).not.toBe('');
    }
  });

  test.each(['json', 'ndjson', 'csv'])('as %s on a terminal neither', async (format) => {
    const env = { ...(await shopOfHorrors()), ...terminal };
    for (const line of ['listings list --limit 4', `listings get ${id}`, 'shops lookup a', 'feed fetch']) {
      const { stdout } = await resale(`${line} -o ${format}`, { env, terminal: 80 });
      expect(await harmOn(stdout, Number.POSITIVE_INFINITY)).toEqual([]);
    }
  });
});

describe('what a program gets is untouched', () => {
  test('in a pipe', async () => {
    const env = await shopOfHorrors();
    const { stdout } = await resale(`listings list --limit ${texts.length}`, { env });
    expect(JSON.parse(stdout)).toEqual(texts.map((text) => listing(text)));
    const one = await resale(`listings get ${id} -o ndjson`, { env });
    expect(JSON.parse(one.stdout)).toEqual(listing(all, { id }));
  });

  test('and means the same on a terminal, where it is escaped', async () => {
    const env = { ...(await shopOfHorrors()), ...terminal };
    const { stdout } = await resale('shops lookup second-meadow.example -o json', { env, terminal: 40 });
    expect(JSON.parse(stdout)).toEqual(texts.map(shop));
  });
});

const statuses = [400, 403, 404, 409, 500];

test.each(
  Object.entries(nasty).map(
    ([name, text], index) => [statuses[index % statuses.length] ?? 400, name, text] as const,
  ),
)('an error of the service, with status %i, that says %s', async (status, _, text) => {
  const { env } = await startService({
    [`/v1/listings/${id}`]: json(status, { error: `No luck: ${text}` }, { 'x-request-id': 'r-1' }),
  });
  const shown = async (flags: string, width: number) => {
    const how = { env: { ...env, ...terminal }, terminal: width };
    return (await resale(`listings get ${id} --max-retries 0${flags}`, how)).stderr;
  };
  for (const width of widths) expect(await harmOn(await shown('', width), width)).toEqual([]);
  expect(await harmOn(await shown(' --debug', 20), Number.POSITIVE_INFINITY)).toEqual([]);
  const asJson = await shown(' -o json', 20);
  expect(await harmOn(asJson, Number.POSITIVE_INFINITY)).toEqual([]);
  expect(JSON.parse(asJson).error.message).toContain('No luck: ');
});

describe('headers', () => {
  test.each([
    ['where it redirects to', 302, { location: 'https://evil.example/\u009b2J\u0085' }],
    ['a type of content', 200, { 'content-type': 'text/\u009b2J' }],
    ['an encoding', 200, { 'content-encoding': 'gzip\u009b2J' }],
    ['an identifier', 400, { 'x-request-id': 'r\u009b2J' }],
  ])('%s', async (_, status, headers) => {
    const { env } = await startService({ [`/v1/listings/${id}`]: json(status, { error: 'no' }, headers) });
    for (const flags of ['', '--debug', '-o json']) {
      const line = `listings get ${id} --max-retries 0 ${flags}`;
      const { stderr } = await resale(line, { env: { ...env, ...terminal }, terminal: 40 });
      expect(await harmOn(stderr, flags === '' ? 40 : Number.POSITIVE_INFINITY)).toEqual([]);
    }
  });
});

/** Texts that can be typed: a command line holds no NUL. */
const typed = Object.entries(nasty)
  .map(([name, text]) => [name, text.replaceAll('\0', '')] as const)
  .filter(([, text]) => text.length < 2000)
  .map(([name, text], index) => [name, text, index] as const);

/** Where it is typed. */
const places: readonly ((text: string) => string[])[] = [
  (text) => [text],
  (text) => ['listings', text],
  (text) => ['listings', 'list', `--${text}`],
  (text) => ['listings', 'list', '--state', text],
  (text) => ['listings', 'list', '--limit', text],
  (text) => ['listings', 'list', '--output', text],
  (text) => ['listings', 'list', '--base-url', text],
  (text) => ['listings', 'list', '--profile', text],
  (text) => ['listings', 'list', '--out', `${text.slice(0, 60)}/missing/file`],
  (text) => ['inventory', 'set', '--from', text],
  (text) => ['runs', 'show', text],
  (text) => ['profiles', 'show', text],
  (text) => ['profiles', 'add', text, '--base-url', 'https://api.shop.example'],
  (text) => ['feed', 'diff', text, text],
  (text) => ['sandbox', 'start', '--port', '0', '--keep', `${text.slice(0, 60)}/missing/file`],
  (text) => ['sandbox', 'start', '--port', '0', '--faults', text],
];

// Each text is typed in a third of the places, and in each place a third of the texts.
test.each(typed)('what is typed, and quoted in a message: %s', async (_, text, index) => {
  const cwd = temporaryFolder();
  for (const place of places.filter((_, at) => at % 3 === index % 3)) {
    const env = { ...terminal, RESALE_CONFIG_DIR: cwd, RESALE_STATE_DIR: cwd, RESALE_CACHE_DIR: cwd };
    const { exitCode, stdout, stderr } = await resale(place(text), { env, cwd, terminal: 40 });
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).not.toBe('');
    expect(await harmOn(stdout + stderr, 40)).toEqual([]);
  }
});

test('rows of a file, its columns, and its name', async () => {
  const cwd = temporaryFolder();
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const name = 'stock\u001b[2J\u202e.csv';
  await writeFile(join(cwd, name), `id,${quoted(all)}\nx,1\n`);
  await writeFile(
    join(cwd, 'rows.csv'),
    `sku,quantity\n${texts.map((text) => `${quoted(text)},many`).join('\n')}\n`,
  );
  await writeFile(
    join(cwd, 'new.csv'),
    `sku,quantity\n${texts.map((text) => `${quoted(text)},2`).join('\n')}\n`,
  );
  await writeFile(
    join(cwd, 'rows.ndjson'),
    texts.map((text) => JSON.stringify({ id: text, [text]: text })).join('\n'),
  );
  const env = { ...(await shopOfHorrors()), ...terminal, RESALE_STATE_DIR: join(cwd, 'state') };
  for (const file of [name, 'rows.csv', 'new.csv', 'rows.ndjson'])
    for (const flags of [[], ['-n', '--skip-invalid'], ['-n', '--skip-invalid', '--ignore-extra']]) {
      const line = ['inventory', 'set', '--from', file, ...flags];
      const { stdout, stderr } = await resale(line, { env, cwd, terminal: 60 });
      expect(stderr).not.toBe('');
      expect(await harmOn(stdout + stderr, 60)).toEqual([]);
      expect(unisolatedIn(stdout + stderr)).toEqual([]);
    }
});

test('profiles whose file somebody wrote', async () => {
  const cwd = temporaryFolder();
  await mkdir(join(cwd, 'config'), { mode: 0o700 });
  const profiles = Object.fromEntries(
    texts.map((text) => [
      text,
      { baseUrl: `https://api.shop.example/${encodeURIComponent('x')}`, shopId: text },
    ]),
  );
  await writeFile(join(cwd, 'config/config.json'), JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
  const env = { ...terminal, RESALE_CONFIG_DIR: join(cwd, 'config') };
  for (const line of ['profiles list', 'profiles show', 'listings list --profile unknown']) {
    const { stdout, stderr } = await resale(line, { env, cwd, terminal: 60 });
    expect(await harmOn(stdout + stderr, 60)).toEqual([]);
  }
});

/** A shop whose listings have such names. */
const namedShop = async (...names: readonly string[]) => {
  const listings = names.map((sku, at) => ({
    ...{
      id: id.replace(/^.{8}/, `0000000${at}`),
      state: 'OPEN',
      condition: 'GOOD',
      externalIdentifier: null,
    },
    ...{ sku, availableInventory: 30 + at },
  }));
  const { env } = await startService({
    '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false } }),
    ...Object.fromEntries(listings.map((listing) => [`/v1/listings/${listing.id}`, json(200, listing)])),
  });
  const state = { RESALE_STATE_DIR: temporaryFolder(), RESALE_CACHE_DIR: temporaryFolder() };
  return { env: { ...env, ...terminal, ...state }, listings };
};

describe('names that run from right to left stay where they are: what stands beside them is not turned round', () => {
  const coat = 'מעיל צמר';
  const sack = 'شوال';

  test('in a table, each by itself', async () => {
    const { env } = await namedShop(`${coat} 12`, sack);
    const { stdout } = await resale('listings list', { env, terminal: 120 });
    expect(stdout).toContain(`  \u2068${coat}\u2069 12  ◇ Good     ● open         30  0`);
    expect(stdout).toContain(`  \u2068${sack}\u2069         ◇ Good     ● open         31  0`);
  });

  test('and neither in data, nor where the table is for a file', async () => {
    const { env } = await namedShop(coat, sack);
    for (const flags of ['-o json', '-o csv', '-o ndjson'])
      expect((await resale(`listings list ${flags}`, { env, terminal: 120 })).stdout).not.toContain('\u2068');
    expect((await resale('listings list -o table', { env })).stdout).not.toContain('\u2068');
  });

  test('in a plan, a question, and a message', async () => {
    const { env } = await namedShop(coat, sack);
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'rows.csv'), `sku,quantity\n${coat},0\n${sack},5\n`);
    const how = { env, cwd, terminal: 100 };
    for (const line of [
      'inventory set --from rows.csv -n',
      'inventory set --from rows.csv',
      `inventory set --sku '${coat}' 0`,
      `listings get --sku '${coat} א'`,
    ]) {
      const { stdout, stderr } = await resale(line, { ...how, typed: 'n\n' });
      expect(stdout + stderr).toContain(`\u2068${coat}`);
      expect(unisolatedIn(stdout + stderr)).toEqual([]);
    }
  });
});

test('of a tower of marks on one letter, eight are drawn; data has all of them', async () => {
  const tower = `a${'\u0301'.repeat(300)}`;
  const { env } = await namedShop(tower, 'a\u0301\u0323');
  const { stdout } = await resale('listings list', { env, terminal: 120 });
  expect(stdout).toContain(`a${'\u0301'.repeat(8)}\\u0301`);
  expect(stdout).not.toMatch(/\u0301{9}/);
  expect(stdout).toContain('  a\u0301\u0323 ');
  const shown = JSON.parse((await resale('listings list -o json', { env, terminal: 120 })).stdout);
  expect(shown[0].sku).toBe(tower);
  expect(JSON.parse((await resale('listings list', { env })).stdout)[0].sku).toBe(tower);
});
