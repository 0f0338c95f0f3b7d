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
  test.each([20, 40, 80, 200])('on a terminal of %i columns no line is wider', async (terminal) => {
    const { stdout } = await resale('feed stats feed.json', { cwd: await withFile(), terminal, env: utf8 });
    for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(terminal);
    expect(stdout).toContain('━');
  });

  test('without UTF-8 there are no block characters', async () => {
    const env = { LANG: 'C', TERM: 'xterm' };
    const { stdout } = await resale('feed stats feed.json', { cwd: await withFile(), terminal: 80, env });
    expect([stdout.includes('###'), stdout.includes('━')]).toEqual([true, false]);
  });

  test.each(['brand,Acme,,2', 'price.median,,EUR,20'])('-o csv: a row a number, such as %s', async (row) => {
    const { stdout } = await resale('feed stats feed.json -o csv', { cwd: await withFile() });
    expect(stdout.split('\n')).toContain(row);
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
});
