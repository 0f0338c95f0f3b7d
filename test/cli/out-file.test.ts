import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const onePage = {
  listings: [{ id: 'a', sku: 'SKU-1', availableInventory: 3 }],
  pageInfo: { hasNextPage: false, endCursor: null },
};
const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

describe('--out FILE', () => {
  it('takes the data, and stdout gets none', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed({ listings: 1 });
    expect(await resale('listings list --out listings.json', { env, cwd, terminal: 80 })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    const written = await readFile(join(cwd, 'listings.json'), 'utf8');
    expect(written).toBe((await resale('listings list', { env })).stdout);
    expect(await readdir(cwd)).toEqual(['listings.json']);
  });

  it.each(['feed fetch', 'listings list -o csv', 'listings list --jq .[].id'])(
    'is compressed where its name ends in .gz, and whole or not there: %s',
    async (line) => {
      const cwd = temporaryFolder();
      const { env } = await sandboxed({ listings: 9, products: 40 });
      const here = { env: { ...env, RESALE_CACHE_DIR: join(cwd, 'cache') }, cwd };
      const { stdout } = await resale(line, here);
      expect(await resale(`${line} --out data.gz`, here)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
      expect(gunzipSync(await readFile(join(cwd, 'data.gz'))).toString()).toBe(stdout);
      await resale(`${line} --out other.GZ --base-url http://127.0.0.1:9 --max-retries 0 --max-age 0`, here);
      expect((await readdir(cwd)).filter((name) => name !== 'cache')).toEqual(['data.gz']);
    },
  );

  it.each([
    ['stock.csv', {}, 'sku,availableInventory\nSKU-1,3\n'],
    ['STOCK.CSV', { RESALE_OUTPUT: 'json' }, 'sku,availableInventory\nSKU-1,3\n'],
    ['stock.ndjson', {}, '{"sku":"SKU-1","availableInventory":3}\n'],
    ['stock.jsonl', {}, '{"sku":"SKU-1","availableInventory":3}\n'],
    ['stock.yml', {}, '- sku: SKU-1\n  availableInventory: 3\n...\n'],
    [
      'stock.json',
      { RESALE_OUTPUT: 'csv' },
      '[\n  {\n    "sku": "SKU-1",\n    "availableInventory": 3\n  }\n]\n',
    ],
    ['stock.txt', { RESALE_OUTPUT: 'csv' }, 'sku,availableInventory\nSKU-1,3\n'],
    ['stock.json -o csv', {}, 'sku,availableInventory\nSKU-1,3\n'],
    ["stock.ndjson --jq '.[].sku'", {}, 'SKU-1\n'],
  ])('has the format that its name ends in, if none is typed: --out %s %o', async (out, more, expected) => {
    const cwd = temporaryFolder();
    const { env } = await startService({ '/v1/listings': json(200, onePage) });
    const line = `listings list --fields sku,availableInventory --out ${out}`;
    const screen = await resale(line, { env: { ...env, ...more }, cwd, terminal: 80 });
    expect(screen).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, out.split(' ')[0] as string), 'utf8')).toBe(expected);
  });

  it('compressed, it has the format before .gz', async () => {
    const cwd = temporaryFolder();
    const { env } = await startService({ '/v1/listings': json(200, onePage) });
    await resale('listings list --fields sku --out stock.csv.gz', { env, cwd });
    expect(gunzipSync(await readFile(join(cwd, 'stock.csv.gz'))).toString()).toBe('sku\nSKU-1\n');
  });

  it('- is stdout, and no file of that name', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed({ listings: 1 });
    const line = 'listings list --fields sku';
    for (const terminal of [undefined, 80])
      expect(await resale(`${line} --out -`, { env, cwd, ...(terminal && { terminal }) })).toEqual(
        await resale(line, { env, cwd, ...(terminal && { terminal }) }),
      );
    expect(await readdir(cwd)).toEqual([]);
  });

  it.each([
    'inventory set --from rows.csv --failed-out -',
    'inventory set --from rows.csv -n --plan -',
    'listings list --debug-file -',
  ])('what is written besides the data can not go to stdout, too: %s', async (line) => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'rows.csv'), 'sku,quantity\nA,1\n');
    const { env, requests } = await sandboxed({ listings: 1 });
    const screen = await resale(line, { env, cwd });
    expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([
      2,
      expect.stringMatching(/^--[a-z-]+ must name a file: stdout has the data/),
      [],
    ]);
    expect(await readdir(cwd)).toEqual(['rows.csv']);
  });

  it.each([
    ['x.csv', /^Error: The service refused it/],
    ['x.ndjson', /^\{"error":/],
  ])('an error is JSON only where the output is: --out %s', async (out, expected) => {
    const { env } = await startService({ '/v1/listings': json(400, { error: 'no' }) });
    const screen = await resale(`listings list --out ${out}`, { env, cwd: temporaryFolder() });
    expect(screen.stderr).toMatch(expected);
    expect(
      (await resale('listings list --out x.ndjson', { env, cwd: temporaryFolder(), terminal: 80 })).stderr,
    ).toMatch(/^Error: The service refused it/);
  });

  it('all listings, even if stdout is a terminal', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed();
    await resale('listings list --out all.ndjson -o ndjson', { env, cwd, terminal: 80 });
    expect((await readFile(join(cwd, 'all.ndjson'), 'utf8')).split('\n').length).toBe(121);
  });

  it('is whole or not there at all, and what was there stays', async () => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'old.json'), 'old');
    const { env } = await startService({
      '/v1/listings': (response, request) =>
        (request.url?.includes('after=')
          ? json(500, { error: 'no' })
          : json(200, { listings: [{ id: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }))(
          response,
          request,
        ),
    });
    for (const file of ['new.json', 'old.json'])
      expect((await resale(`listings list --max-retries 0 --out ${file}`, { env, cwd })).exitCode).toBe(7);
    expect(await readdir(cwd)).toEqual(['old.json']);
    expect(await readFile(join(cwd, 'old.json'), 'utf8')).toBe('old');
  });

  it('is written if the command has something to show but fails', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed({ listings: 1 });
    const [listing] = JSON.parse((await resale('listings list', { env })).stdout);
    const screen = await resale(`listings get ${listing.id} ${nowhere} --out found.json`, { env, cwd });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([3, 'not-found']);
    expect(JSON.parse(await readFile(join(cwd, 'found.json'), 'utf8'))).toEqual([listing]);
  });

  it.each([
    ['missing/file.json', 'its folder does not exist'],
    ['folder', 'it is a directory'],
  ])('%s can not be written: exit 2, and a change is not even sent', async (file, reason) => {
    const cwd = temporaryFolder();
    await mkdir(join(cwd, 'folder'));
    const { env, requests, shopId } = await sandboxed();
    const line = `listings create --shop-id ${shopId} --condition good --source sku --product-id A --image https://images.example/1.jpg`;
    const screen = await resale(`${line} --out ${file}`, { env, cwd });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    expect(errorOf(screen)).toMatchObject({
      code: 'unwritable-file',
      message: `Cannot write ${join(cwd, file)}: ${reason}.`,
      hint: 'Nothing was written.',
    });
  });
});
