import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each(['feed fetch', 'listings list -o csv', 'listings list --jq .[].id'])(
  '--out is compressed where its name ends in .gz, and whole or not there: %s',
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

test('compressed, it has the format before .gz', async () => {
  const cwd = temporaryFolder();
  const { env } = await sandboxed({ listings: [{ sku: 'A' }] });
  await resale('listings list --fields sku --out stock.csv.gz', { env, cwd });
  expect(gunzipSync(await readFile(join(cwd, 'stock.csv.gz'))).toString()).toBe('sku\nA\n');
});
