import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/terminal/width.ts';
import { noFeedIsDue } from '../support/feed-service.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const products = [
  { brand: 'Acme', condition: 'GOOD', size: 'M', price: 10, currency: 'EUR', productStock: 1 },
  { brand: 'Acme', condition: 'GOOD', size: 'L', price: 20, currency: 'EUR', productStock: 0 },
  {
    brand: 'Northfell\u001b[2J',
    condition: 'EXCELLENT',
    size: 'S',
    price: 60,
    currency: 'EUR',
    productStock: 2,
  },
].map((product) => ({
  ...product,
  productAvailable: product.productStock > 0,
  categories: ['Coats', 'Wool'],
  gender: ['Women'],
}));

const withFile = async () => {
  const cwd = temporaryFolder();
  await writeFile(join(cwd, 'feed.json'), JSON.stringify(products));
  return cwd;
};

const utf8 = { LANG: 'en_GB.UTF-8', TERM: 'xterm' };

describe('a file', () => {
  test('on a terminal of 60 columns: prices, conditions and brands', async () => {
    const { stdout } = await resale('feed stats feed.json', {
      cwd: await withFile(),
      terminal: 60,
      env: utf8,
    });
    expect(`\n${stdout}`).toMatchInlineSnapshot(`
      "
      3 products, 2 in stock, 2 available

      Price
      EUR  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  3  100.0%
        median 20.00, half 15.00 to 40.00, all 10.00 to 60.00

      Condition
      good       ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  2   66.7%
      excellent  ━━━━━━━━━━━━━━━                 1   33.3%

      Brand
      Acme                ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  2   66.7%
      Northfell\\u001b[2J  ━━━━━━━━━━━━━━━                1   33.3%
      "
    `);
  });

  test.each([20, 40, 80, 200])('on a terminal of %i columns no line is wider', async (terminal) => {
    const { stdout } = await resale('feed stats feed.json', { cwd: await withFile(), terminal, env: utf8 });
    for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(terminal);
    expect(stdout).toContain('━');
  });

  test.each([
    { ...utf8, TERM: 'dumb' },
    { LANG: 'C', TERM: 'xterm' },
  ])('%j gets no block characters', async (env) => {
    const { stdout } = await resale('feed stats feed.json', { cwd: await withFile(), terminal: 80, env });
    expect(stdout).toContain('###');
    expect(stdout).not.toContain('━');
  });

  test('in a pipe: one record with all of it', async () => {
    const { stdout } = await resale('feed stats feed.json', { cwd: await withFile() });
    const { prices, counts, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ products: 3, inStock: 2, available: 2, withoutPrice: 0 });
    expect(prices).toMatchObject([{ currency: 'EUR', count: 3, min: 10, median: 20, mean: 30, max: 60 }]);
    expect(counts.condition).toEqual({
      distinct: 2,
      top: [
        { value: 'GOOD', count: 2 },
        { value: 'EXCELLENT', count: 1 },
      ],
      others: 0,
      missing: 0,
    });
  });

  test.each([
    ['csv', 'brand,Acme,,2'],
    ['csv', 'price.median,,EUR,20'],
    ['ndjson', '{"statistic":"brand","value":"Acme","number":2}'],
    ['ndjson', '{"statistic":"price.q3","currency":"EUR","number":40}'],
  ])('-o %s: a row a number, such as %s', async (format, row) => {
    const { stdout } = await resale(`feed stats feed.json -o ${format}`, { cwd: await withFile() });
    expect(stdout.split('\n')).toContain(row);
  });

  test('--top names so many values of a field, and counts the others', async () => {
    const { stdout } = await resale('feed stats feed.json --top 1', { cwd: await withFile() });
    expect(JSON.parse(stdout).counts.size).toEqual({
      distinct: 3,
      top: [{ value: 'L', count: 1 }],
      others: 2,
      missing: 0,
    });
  });
});

describe('without a file', () => {
  test('the newest feed: downloaded once, and then taken from the cache', async () => {
    await noFeedIsDue();
    const paths: string[] = [];
    const { env } = await sandboxed({ products: 50, onRequest: ({ path }) => paths.push(path) });
    const cached = { ...env, RESALE_CACHE_DIR: join(temporaryFolder(), 'cache') };
    for (const line of ['feed stats', 'feed stats', 'feed stats --offline']) {
      const { exitCode, stdout } = await resale(line, { env: cached });
      expect(JSON.parse(stdout).products).toBe(50);
      expect(exitCode).toBe(0);
    }
    expect(paths).toHaveLength(2);
  });

  test('--dry-run shows the request for the link', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('feed stats -n', { env });
    expect(JSON.parse(stdout)).toMatchObject({ method: 'GET', url: `${env.RESALE_BASE_URL}/product-feed` });
  });
});

test.each([
  ['feed stats nothing.json', 'nothing.json: there is no such file or folder'],
  ['feed stats --top 0', '--top must be 1 or more, not 0'],
])('%s: exit code 2', async (line, message) => {
  const { exitCode, stderr } = await resale(line, { cwd: await withFile(), terminal: 200 });
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
