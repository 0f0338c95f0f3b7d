import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { leapingClock } from '../support/clock.ts';
import { type Answer, breakOff, serve, startFeedHost } from '../support/feed-host.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const product = {
  productID: 'p1',
  productURL: 'https://shop.example/p1',
  productTitle: 'Wool coat, "navy"',
  productDescription: 'Warm.',
  size: 'M',
  image: 'https://images.example/1.jpg',
  price: 129.5,
  brand: 'Northfell',
  productStock: 2,
  productAvailable: true,
  condition: 'GOOD',
};

/** A service that links to a file on another host, and that host. */
const withFile = async (answer: Answer, more: object = { version: 1 }) => {
  const host = await startFeedHost({ '/feed.json': answer });
  onTestFinished(host.close);
  const link = `${host.url}/feed.json?signature=canary-signature`;
  const { env } = await startService({ '/product-feed': json(200, { url: link, ...more }) });
  return { env, host, link };
};

const pretty = JSON.stringify([product, { ...product, productID: 'p2', unknown: [1] }], null, 1);

describe('the formats', () => {
  test('json: the bytes as they are served', async () => {
    const { env } = await withFile(serve(pretty));
    expect(await resale('feed fetch', { env })).toEqual({ exitCode: 0, stdout: pretty, stderr: '' });
  });

  test('ndjson: a product a line', async () => {
    const { env } = await withFile(serve(pretty));
    const lines = (await resale('feed fetch -o ndjson', { env })).stdout.split('\n');
    expect(lines.map((line) => line && JSON.parse(line).productID)).toEqual(['p1', 'p2', '']);
  });

  test.each([
    ['', '[{"a":01}]', 'byte 8 does not belong there'],
    ['-o ndjson', '[{},2]', 'byte 5 does not belong there'],
    ['-o csv', '[{},null]', 'byte 5 does not belong there'],
    ['-o yaml', '[{},[]]', 'byte 5 does not belong there'],
    ['-o table', '[{}] // all', 'byte 6 does not belong there'],
    ['-o ndjson --fields productID', '[{},]', 'byte 5 does not belong there'],
    ['--check', '[{},"x"]', 'byte 5 does not belong there'],
    ['--jq length', '[{"a":tru}]', 'byte 10 does not belong there'],
  ])('feed fetch %s: %j is no feed, and is not kept', async (flags, text, problem) => {
    const { env } = await withFile(serve(text));
    const { exitCode, stderr } = await resale(`feed fetch ${flags}`, { env });
    expect(stderr.replaceAll('\\"', '"')).toContain(`${problem}.`);
    expect(exitCode).toBe(1);
    expect((await resale('feed fetch --offline', { env })).exitCode).toBe(3);
  });

  test('csv: a column for each documented field', async () => {
    const { env } = await withFile(serve(JSON.stringify([{ ...product, gender: ['Women', 'Kids'] }])));
    const { stdout } = await resale('feed fetch -o csv', { env });
    expect(stdout).toBe(
      `productID,productTitle,brand,size,condition,price,productStock,currency,productAvailable,productURL,productDescription,image,gender,color,categories,styles,commerceTags,commerceProductType,isBrandDirect,updatedAt,shipFromCountry,shipToCountries
p1,"Wool coat, ""navy""",Northfell,M,GOOD,129.5,2,,true,https://shop.example/p1,Warm.,https://images.example/1.jpg,Women|Kids,,,,,,,,,
`,
    );
  });

  test('on a terminal: the first products, and how many there are', async () => {
    const { env } = await sandboxed({ products: 35 });
    const { stdout, stderr } = await resale('feed fetch', { env, terminal: 160 });
    expect(stdout.split('\n').length).toBe(22);
    expect(stdout).toMatch(/^TITLE +BRAND +SIZE +CONDITION +PRICE +STOCK +ID\n/);
    expect(stderr).toBe(
      '35 products, of which these are the first 20. All of them:\n  resale feed fetch --output ndjson\n',
    );
  });

  test('a table is laid out for all that it shows, however slowly they come', async () => {
    const titles = ['Coat', 'Coat with a long title that came late'];
    const { env } = await withFile(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const [at, productTitle] of titles.entries()) {
        response.write(`${at === 0 ? '[' : ','}${JSON.stringify({ ...product, productTitle })}`);
        await setTimeout(200);
      }
      response.end(']');
    });
    const { stdout } = await resale('feed fetch', { env, terminal: 160 });
    for (const title of titles) expect(stdout).toContain(`\n${title} `);
  });

  test('a feed of nothing', async () => {
    const { env } = await withFile(serve('[]'));
    expect((await resale('feed fetch', { env })).stdout).toBe('[]');
    expect((await resale('feed fetch -o ndjson', { env })).stdout).toBe('');
    expect(await resale('feed fetch', { env, terminal: 80 })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'The feed holds no products.\n',
    });
  });
});

describe('a host that refuses', () => {
  test('is asked again when it says, but not if that is longer than --max-wait', async () => {
    const clock = leapingClock();
    const waits = ['3', '3600'];
    const times: number[] = [];
    const { env } = await withFile((response) => {
      times.push(clock.ticks());
      response.writeHead(429, { 'retry-after': waits.shift() }).end();
    });
    expect(await resale('feed fetch', { env, clock })).toMatchObject({ exitCode: 7, stdout: '' });
    const [first = 0, second = 0] = times;
    expect(times).toHaveLength(2);
    expect(second - first).toBeGreaterThan(3_000);
  });
});

describe('--check', () => {
  it('checks every product against the documented fields', async () => {
    const { env } = await sandboxed({ products: 60 });
    const { exitCode, stdout } = await resale('feed fetch --check', { env });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { entries: 60, differing: 0 }]);
  });
});

describe('a file that is not whole is an error, never a silent half', () => {
  const half = pretty.slice(0, -20);

  it.each(['json', 'ndjson', 'csv', 'table'])('cut short: exit 7 (-o %s)', async (format) => {
    const { env } = await withFile(breakOff(half, 'fin', { 'content-length': String(pretty.length) }));
    const screen = await resale(`feed fetch -o ${format}`, { env });
    expect(screen.exitCode).toBe(7);
    expect(screen.stderr).toContain(format.endsWith('json') ? '"code":"feed-cut"' : 'Error: ');
  });

  it('no table shows the first products of a feed that was cut after them', async () => {
    const many = JSON.stringify(Array.from({ length: 40 }, () => product));
    const { env } = await withFile((response) => response.end(many.slice(0, -1)));
    const { exitCode, stdout } = await resale('feed fetch', { env, terminal: 160 });
    expect([exitCode, stdout]).toEqual([7, '']);
  });
});

describe('--out', () => {
  it('leaves the old file if the download is cut', async () => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'feed.json'), 'yesterday');
    const { env } = await withFile(breakOff(pretty.slice(0, 50), 'reset', { 'content-length': '500' }));
    expect((await resale('feed fetch --out feed.json', { env, cwd })).exitCode).toBe(7);
    expect(await readFile(join(cwd, 'feed.json'), 'utf8')).toBe('yesterday');
    expect(await readdir(cwd)).toEqual(['feed.json']);
  });
});
