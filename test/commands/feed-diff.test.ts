import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const coat = { productID: 'c-1', productTitle: 'Coat', price: 80, productStock: 1, color: 'teal' };
const scarf = { productID: 's-1', productTitle: 'Scarf', price: 20, productStock: 3 };
const hat = { productID: 'h-1', productTitle: 'Hat', price: 15, productStock: 2, condition: 'GOOD' };

const before = [coat, scarf];
const after = [{ ...coat, price: 72, productStock: 0 }, hat];

const folder = async (files: Record<string, unknown> = {}): Promise<string> => {
  const directory = temporaryFolder();
  for (const [name, content] of Object.entries(files))
    await writeFile(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));
  return directory;
};

describe('two files', () => {
  test('in a pipe: JSON', async () => {
    const cwd = await folder({ 'old.json': before, 'new.json': after });
    const { exitCode, stdout, stderr } = await resale('feed diff old.json new.json', { cwd });
    expect(JSON.parse(stdout)).toEqual([
      {
        change: 'changed',
        productID: 'c-1',
        productTitle: 'Coat',
        fields: { price: { before: 80, after: 72 }, productStock: { before: 1, after: 0 } },
      },
      {
        change: 'added',
        productID: 'h-1',
        productTitle: 'Hat',
        fields: { price: { after: 15 }, productStock: { after: 2 }, condition: { after: 'GOOD' } },
      },
      {
        change: 'removed',
        productID: 's-1',
        productTitle: 'Scarf',
        fields: { price: { before: 20 }, productStock: { before: 3 } },
      },
    ]);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('numbers keep their digits, and one that is only spelled differently has not changed', async () => {
    const cwd = await folder({
      'old.json':
        '[{"productID":"1","price":1.50,"productStock":12345678901234567890},{"productID":"2","price":3.0}]',
      'new.json':
        '[{"productID":"1","price":2.50,"productStock":12345678901234567891},{"productID":"2","price":3.00}]',
    });
    for (const compared of ['', '--all-fields']) {
      const { stdout } = await resale(`feed diff old.json new.json -o ndjson ${compared}`, { cwd });
      expect(stdout).toBe(
        '{"change":"changed","productID":"1","fields":{"price":{"before":1.50,"after":2.50},"productStock":{"before":12345678901234567890,"after":12345678901234567891}}}\n',
      );
    }
  });

  test('on a terminal: a table, and the counts below it', async () => {
    const cwd = await folder({ 'old.json': before, 'new.json': after });
    const { stdout, stderr } = await resale('feed diff old.json new.json --no-color', { cwd, terminal: 100 });
    expect(`\n${stdout}${stderr}`).toMatchInlineSnapshot(`
      "
      CHANGE     ID   TITLE
      ~ changed  c-1  Coat
            price 80 → 72, productStock 1 → 0
      + added    h-1  Hat
            price 15, productStock 2, condition GOOD
      - removed  s-1  Scarf
            price 20, productStock 3
      1 added, 1 removed, 1 changed, 0 unchanged (compared: price, stock, availability, condition).
      "
    `);
  });

  test('as CSV: a row a field, so that a column can be filtered and summed', async () => {
    const cwd = await folder({ 'old.json': before, 'new.json': [...after, { productID: '=1+1' }] });
    const { stdout } = await resale('feed diff old.json new.json -o csv', { cwd });
    expect(`\n${stdout}`).toMatchInlineSnapshot(`
      "
      change,productID,productTitle,field,before,after
      changed,c-1,Coat,price,80,72
      changed,c-1,Coat,productStock,1,0
      added,h-1,Hat,price,,15
      added,h-1,Hat,productStock,,2
      added,h-1,Hat,condition,,GOOD
      added,'=1+1,,,,
      removed,s-1,Scarf,price,20,
      removed,s-1,Scarf,productStock,3,
      "
    `);
  });

  test('nothing changed: exit code 0 all the same', async () => {
    const cwd = await folder({
      'old.json': before,
      'new.ndjson': before.map((p) => JSON.stringify(p)).join('\n'),
    });
    const { exitCode, stdout, stderr } = await resale('feed diff old.json new.ndjson -o table', {
      cwd,
      terminal: 80,
    });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        '0 added, 0 removed, 0 changed, 2 unchanged (compared: price, stock,\navailability, condition).\n',
    });
  });

  test.each([
    ['', ['price', 'productStock']],
    ['--field price', ['price']],
    ['--field color --field price', ['color', 'price']],
    ['--all-fields', ['price', 'productStock', 'color']],
  ])('%s compares %j', async (flags, fields) => {
    const changed = { ...coat, price: 1, productStock: 7, color: 'red' };
    const cwd = await folder({ 'old.json': [coat], 'new.json': [changed] });
    const { stdout } = await resale(`feed diff old.json new.json ${flags}`, { cwd });
    expect(Object.keys(JSON.parse(stdout)[0].fields)).toEqual(fields);
  });

  test('entries that were left out are counted on stderr, in a pipe, too', async () => {
    const cwd = await folder({ 'old.json': [coat, coat, {}], 'new.json': [coat] });
    const { stdout, stderr } = await resale('feed diff old.json new.json', { cwd });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(stderr).toBe(
      'Of the older feed, entries were left out: 1 without a productID, 1 with a repeated productID.\n',
    );
  });
});

describe('what cannot be compared', () => {
  test.each([
    ['feed diff old.json nothing.json', 'nothing.json: there is no such file or folder'],
    ['feed diff cut.json old.json', 'cut.json: the feed was cut short after 19 bytes with 1 whole entry'],
    [
      'feed diff page.html old.json',
      'page.html: the feed is not one JSON array of products: it is an HTML or XML',
    ],
    ['feed diff old.json error.json', 'no entry of the newer feed has a productID'],
    ['feed diff old.json old.json --field prize', "'prize' is not a documented field of a product"],
    ['feed diff old.json old.json --field prize', 'Did you mean price? The documented fields: productID, '],
    ['feed diff old.json old.json --field stock', 'Did you mean productStock?'],
    ['feed diff old.json old.json --field nonsense', '\nThe documented fields: '],
    ['feed diff old.json old.json old.json', 'Too many arguments'],
  ])('%s: exit code 2', async (line, message) => {
    const files = {
      'old.json': [coat],
      'cut.json': '[{"productID":"a"},',
      'page.html': '<html>',
      'error.json': '{"error":"gone"}',
    };
    const { exitCode, stdout, stderr } = await resale(line, { cwd: await folder(files), terminal: 200 });
    expect(stderr.toLowerCase()).toContain(message.toLowerCase());
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
  });

  test('a file that turns out to be cut leaves the array open, so that jq fails too', async () => {
    const cwd = await folder({ 'old.json': [], 'new.json': `[${JSON.stringify(coat)},{` });
    const { exitCode, stdout } = await resale('feed diff old.json new.json', { cwd });
    expect(stdout).toMatch(/^\[\n/);
    expect(() => JSON.parse(stdout)).toThrow();
    expect(exitCode).toBe(2);
  });
});

describe('feeds in the cache', () => {
  const hourMs = 3_600_000;

  /** A sandbox whose feed was fetched so many times, an hour after the other. */
  const fetched = async (times: number) => {
    let time = Date.now();
    const { env } = await sandboxed({ products: 300, now: () => new Date(time) });
    const cached = { ...env, RESALE_CACHE_DIR: join(await folder(), 'cache') };
    for (let count = 0; count < times; count++, time += hourMs)
      await resale('feed stats --refresh', { env: cached });
    return cached;
  };

  test('without files: the two newest', async () => {
    const { exitCode, stdout } = await resale('feed diff', { env: await fetched(3) });
    const changes: { change: string }[] = JSON.parse(stdout);
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['changed']));
    expect(exitCode).toBe(0);
  });

  test('with one file: that with the newest', async () => {
    const cwd = await folder({ 'mine.json': [coat] });
    const { stdout } = await resale('feed diff mine.json', { env: await fetched(1), cwd });
    const changes: { change: string }[] = JSON.parse(stdout);
    expect(changes.filter(({ change }) => change === 'added')).toHaveLength(300);
    expect(changes.at(-1)).toMatchObject({ change: 'removed', productID: 'c-1' });
  });

  test.each([
    [0, 'The cache holds no feed.'],
    [1, 'The cache has only one feed, but a comparison needs two.'],
  ])('%i are too few: exit code 3', async (count, message) => {
    const { exitCode, stderr } = await resale('feed diff', { env: await fetched(count), terminal: 200 });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(3);
  });

  test('no profile, and so no cache of its service: exit code 4', async () => {
    const directory = await folder();
    const env = { RESALE_CONFIG_DIR: directory, RESALE_CACHE_DIR: directory };
    expect((await resale('feed diff', { env })).exitCode).toBe(4);
  });
});
