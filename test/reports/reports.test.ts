import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { resale } from '../support/resale.ts';
import { folderWith } from '../support/temporary-folder.ts';
import { warehouse } from '../support/warehouse.ts';
import { archive, parts, sheet, textRow } from '../support/workbook.ts';

const product = {
  productID: 'p-9',
  productTitle: 'Coat',
  brand: 'Acme',
  price: 3,
  currency: 'EUR',
  productStock: 1,
};

const began = Date.parse('2026-11-22T01:00:00Z');

describe('on the command line', () => {
  test('nothing is printed where a file is named, and all of it with -', async () => {
    // Each report says at which minute it was made.
    vi.useFakeTimers({ toFake: ['Date'], now: began });
    onTestFinished(() => void vi.useRealTimers());
    const cwd = folderWith({ 'feed.json': [product] });
    const silent = { exitCode: 0, stdout: '', stderr: '' };
    expect(await resale('feed stats feed.json --html stats.html', { cwd })).toEqual(silent);
    const { stdout } = await resale('feed stats feed.json --html -', { cwd });
    expect(readFileSync(join(cwd, 'stats.html'), 'utf8')).toBe(stdout);
    expect(stdout).toContain(`content="default-src 'none'; script-src 'sha256-`);
    expect(await resale('feed stats feed.json --html s.html', { cwd, terminal: 80 })).toMatchObject({
      stderr: '✓ The report is in s.html\n',
    });
  });

  test('what to do next names a file of the form that the rows had, and a reason the field as it is written', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file(
      'stock.xlsx',
      archive(
        parts(
          sheet(
            textRow('externalIdentifier', 'quantity', 'expect') + textRow(' A', '2') + textRow('A', '2', '9'),
          ),
        ),
      ),
    );
    await shop.resale('inventory set --from stock.xlsx --skip-invalid --run night');
    const { stdout } = await shop.resale('runs show night --html -');
    expect(stdout.replace(/<.?span>/g, '')).toContain('resale runs show night --failed-out failed.xlsx');
    expect(stdout).toMatch(
      /Why rows were left out<.*externalIdentifier \(Sheet1!A2\) has spaces around it: .*\(line 2\)/,
    );
  });

  test('an undo proposes no file of its rows, which come from none', async () => {
    const shop = await warehouse({ A: 1, B: 1 });
    await shop.file('stock.csv', 'sku,delta\nA,2\nB,2\n');
    await shop.resale('inventory adjust --from stock.csv --run night');
    await shop.resale('inventory set A 1');
    await shop.resale('runs undo night --yes');
    const { stdout } = await shop.resale('runs show night/undo --html -');
    expect(stdout).toContain('1 refused');
    expect(stdout).not.toContain('class="next"');
  });

  test('of new listings it shows the price as on the label', async () => {
    const shop = await warehouse();
    await shop.file(
      'new.csv',
      'externalIdentifier,shopId,condition,title,category,price,images\nC-1,shop-harbour-loft,GOOD,Coat,Coats,129,https://pictures.test/a.jpg\n',
    );
    expect(await shop.resale('listings create --from new.csv --yes --run night')).toMatchObject({
      exitCode: 0,
    });
    const { stdout } = await shop.resale('runs show night --html -');
    expect(stdout).toContain('{"title":"Price","kind":"text"}');
    expect(stdout).toMatch(/"129\.00( USD)?"/);
  });

  test('a file that was there stays as it was if the feed is broken', async () => {
    const cwd = folderWith({ 'feed.json': [product] });
    writeFileSync(join(cwd, 'broken.json'), '[{"productID":"1"},');
    await resale('feed stats feed.json --html report.html', { cwd });
    const before = readFileSync(join(cwd, 'report.html'), 'utf8');
    expect(await resale('feed stats broken.json --html report.html', { cwd })).toMatchObject({
      exitCode: 2,
    });
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toBe(before);
  });
});
