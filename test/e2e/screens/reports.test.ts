import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newRunDirectory } from '../../../src/runs/folder/directory.ts';
import { openJournal } from '../../../src/runs/journal/journal.ts';
import { journalStart } from '../../../src/runs/journal/records.ts';
import { writePlan } from '../../../src/runs/plan/plan-file.ts';
import { uncleanName } from '../../../src/service/clean-name.ts';
import { aBrowser, canBrowse, faultsByAxe, type Opened, picture } from '../../support/browser.ts';
import { built } from '../../support/built.ts';
import { resale } from '../../support/resale.ts';
import { folderWith, temporaryFolder } from '../../support/temporary-folder.ts';
import { warehouse } from '../../support/warehouse.ts';

const script = '</script><script>document.title = "hacked"</script>';
/** Texts of a service that means harm, or is only careless. */
const texts = [
  script,
  '<img src=https://evil.test/x onerror=alert(1)>',
  '<!--<script>',
  'turned \u202e around, \u2028 broken \u2029 off \u0000',
  '🧥 '.repeat(3000),
  "Tilly's & Co",
];

const product = (id: number, price: number) => ({
  productID: `p-${id}`,
  productTitle: texts[id] ?? `Coat ${id}`,
  brand: texts[id] ?? 'Acme',
  condition: 'GOOD',
  size: 'M',
  price,
  currency: 'EUR',
  productStock: 1,
  productAvailable: true,
});

const began = Date.parse('2026-11-22T01:00:00Z');

/** A run that was stopped: of its rows, every fifth was refused, with a text of the service; one was never answered. */
const stoppedRun = async (rows: number): Promise<{ RESALE_STATE_DIR: string }> => {
  const state = temporaryFolder();
  const directory = await newRunDirectory(state, new Date(began));
  const createdAt = new Date(began).toISOString();
  const idOf = (row: number) => `${String(row).padStart(8, '0')}-3c3c-4d40-91b1-88d4177828cf`;
  const planned = async function* () {
    for (let row = 1; row <= rows; row++)
      yield { row, line: row + 1, effect: 'change', id: idOf(row), from: 5, to: row % 7 };
  };
  await writePlan(
    directory.plan,
    {
      ...{ resalePlan: 1, id: directory.id, operation: 'inventory set', origin: 'https://shop.test' },
      ...{ createdAt, tool: '1.0.0', input: { path: '/shop/stock.csv', sha256: '0'.repeat(64) } },
      ...{ form: { format: 'csv' }, options: { onConflict: 'fail' } },
    },
    planned(),
  );
  const journal = await openJournal(directory.journal, journalStart);
  journal.enqueue({ kind: 'begun', at: createdAt, tool: '1.0.0', pid: 1 });
  for (let row = 1; row < rows - 10; row++) {
    const id = idOf(row);
    const [time, line] = [began + row * 5, row + 1];
    journal.enqueue({ kind: 'sent', row, line, time, id, from: 5, to: row % 7 });
    if (row === 7) continue;
    const said = `the service refused ${id}: ${texts[row % texts.length]}`;
    const error = { code: 'refused', message: said } as const;
    const done =
      row % 5 === 0
        ? { outcome: 'refused' as const, error }
        : { outcome: 'applied' as const, before: 5, after: row % 7 };
    const url = row === 1 ? { url: 'javascript:alert(1)' } : {};
    journal.enqueue({ kind: 'done', row, line, time: time + 20 + (row % 400), ...done, ...url });
  }
  await journal.close();
  return { RESALE_STATE_DIR: state };
};

describe.skipIf(!canBrowse)('in a browser', () => {
  const browser = aBrowser();

  /** Nothing was asked for, nothing went wrong, nothing is too wide, and axe has nothing to say. */
  const expectSound = async ({ page, problems, requests }: Opened) => {
    expect(await faultsByAxe(page)).toEqual([]);
    expect([requests, problems]).toEqual([[], []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await page.title()).not.toBe('hacked');
  };

  test('feed stats: every brand as it is written, whatever it is', async () => {
    const cwd = folderWith({ 'feed.json': texts.map((_, id) => product(id, id * 10)) });
    // By the built tool, as its script is taken from the bundle.
    expect(await built('feed stats feed.json --html stats.html', { cwd })).toMatchObject({ exitCode: 0 });
    const opened = await browser.open(`file://${cwd}/stats.html`);
    await expectSound(opened);
    const { page } = opened;
    expect(await page.locator('h1').textContent()).toBe('6 products');
    expect(await page.getByRole('rowheader', { name: 'Good' }).count()).toBe(1);
    await page.getByLabel('Brand 6').check({ force: true });
    const shown = await page.locator('#rows tbody td:nth-child(2)').allTextContents();
    expect(shown).toHaveLength(6);
    expect(shown).toContain(script);
    expect(shown).toContain('turned \\u202e around, \\u2028 broken \\u2029 off \\u0000');
    await picture(page, 'feed-stats');
  });

  test('nothing else may run or load in it, whoever puts it there', async () => {
    const cwd = folderWith({ 'feed.json': [product(9, 3)] });
    await resale('feed stats feed.json --html stats.html', { cwd });
    const path = join(cwd, 'stats.html');
    const intruder =
      '<script>document.title = "hacked"</script><img src="https://evil.test/x"><style>h1 { color: red }</style>';
    writeFileSync(path, readFileSync(path, 'utf8').replace('<main>', `${intruder}<main>`));
    const { page, problems } = await browser.open(`file://${path}`);
    expect(await page.title()).toBe('Product feed: feed.json');
    expect(problems).toHaveLength(3);
  });

  test('reports of nothing', async () => {
    const shop = await warehouse();
    await shop.file('empty.json', '[]');
    await shop.resale('inventory set --from - --run none', { stdin: 'id,quantity\n' });
    const opened = await browser.open('about:blank', { viewport: { width: 400, height: 800 } });
    for (const [line, lead] of [
      ['feed stats empty.json', 'The feed is empty.'],
      ['feed diff empty.json empty.json', '0 added, 0 removed, 0 changed, 0 unchanged.'],
      ['runs show none', 'The run had no rows.'],
    ]) {
      await shop.resale(`${line} --html report.html`);
      await opened.page.goto(`file://${shop.cwd}/report.html`);
      await expectSound(opened);
      expect(await opened.page.locator('.lead').textContent()).toBe(lead);
    }
  });

  test('feed diff: 1,000 changes, on a small dark screen', async () => {
    const older = Array.from({ length: 1_000 }, (_, id) => product(id, 10));
    const newer = older.map(({ productID }, id) => ({ ...product(id, id % 3 ? 9 : 12), productID }));
    const cwd = folderWith({ 'old.json': older, 'new.json': newer });
    await resale('feed diff old.json new.json --html changes.html', { cwd });
    const opened = await browser.open(`file://${cwd}/changes.html`, {
      viewport: { width: 400, height: 800 },
      colorScheme: 'dark',
    });
    const { page } = opened;
    expect(await page.locator('.lead').textContent()).toBe('0 added, 0 removed, 1,000 changed, 0 unchanged.');
    await page.getByLabel('Search').fill('coat 99 12');
    expect(await page.locator('#found').textContent()).toMatch(/^1 to \d+ of \d+ products, of 1,000 in all$/);
    // One card a row: its values below one another, in the same place.
    const values = await page.locator('#rows tbody tr:first-child td:not(.word)').all();
    const lefts = await Promise.all(values.map(async (value) => (await value.boundingBox())?.x));
    expect(new Set(lefts).size).toBe(1);
    // The names to sort by stand close together.
    const [title, what] = await page
      .locator('#rows th')
      .evaluateAll((heads) => heads.slice(1, 3).map((head) => head.getBoundingClientRect()));
    expect((what?.left ?? 0) - (title?.right ?? 0)).toBeLessThan(20);
    expect(title?.width).toBeLessThan(60);
    await expectSound(opened);
    await picture(page, 'feed-diff-small-dark');
  });

  test('runs show: an unfinished run of 2,000 rows', async () => {
    const env = await stoppedRun(2_000);
    const cwd = temporaryFolder();
    const [run] = JSON.parse((await resale('runs list -o json', { env })).stdout) as [{ run: string }];
    expect(await resale(['runs', 'show', run.run, '--html', 'run.html'], { env, cwd })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(statSync(join(cwd, 'run.html')).size).toBeLessThan(400_000);
    const opened = await browser.open(`file://${cwd}/run.html`);
    const { page } = opened;
    await expectSound(opened);
    await picture(page, 'run');
    const found = () => page.locator('#found').textContent();
    const column = (at: number) => page.locator(`#rows tbody td:nth-child(${at})`).allTextContents();
    expect(await page.locator('.lead').textContent()).toBe(
      '1,591 applied (227 closed), 397 refused, 11 not sent, 1 in doubt. The run was stopped before its end.',
    );
    expect(await page.locator('.next code').textContent()).toBe(`resale runs resume ${run.run}`);
    // The rows to look at come first.
    expect(await found()).toBe('1 to 25 of 409 rows, of 2,000 in all');
    expect((await column(1)).slice(0, 3)).toEqual(['6', '8', '11']);
    expect(await column(8)).toContain(`the service refused it: ${script}`);
    // Columns in which none of these rows has a value are not shown.
    expect((await page.locator('#rows').getByRole('columnheader').allTextContents()).join()).toBe(
      'Line,Outcome,Before,Wanted,Listing,Why',
    );
    // All of it works without a pointer.
    await page.getByLabel('To look at').focus();
    await page.keyboard.press('ArrowRight');
    expect(await found()).toBe('1 to 25 of 2,000 rows');
    // Only a web address is a link.
    expect([(await column(7))[0], await page.locator('#rows a').count()]).toEqual(['javascript:alert(1)', 0]);
    await page.getByRole('button', { name: 'Before' }).focus();
    for (const order of ['ascending', 'descending', null]) {
      await page.keyboard.press('Enter');
      expect(await page.locator('th', { hasText: 'Before' }).getAttribute('aria-sort')).toBe(order);
    }
    await page.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    expect((await column(1))[0]).toBe('27');
    await page.keyboard.press('Tab');
    await page.getByLabel('Search').focus();
    await page.keyboard.type('REFUSED 00000010-');
    expect([await found(), await column(1)]).toEqual(['1 to 1 of 1 rows, of 2,000 in all', ['11']]);
    await page.keyboard.type('x');
    expect(await found()).toBe('No such rows, of 2,000 in all');
  });

  test('runs show: new listings as the tool records them, whatever they are called', async () => {
    const shop = await warehouse();
    const names = [
      // A name that nobody can type is refused.
      ...texts.map((text) => text.slice(0, 60)).filter((text) => uncleanName(text) === undefined),
      ...Array.from({ length: 20 }, (_, at) => `coat-${at}`),
    ];
    const rows = names.map((externalIdentifier) => ({
      externalIdentifier,
      shopId: 'shop-harbour-loft',
      condition: 'GOOD',
      originalPrice: 1200,
      productDataSourceType: 'MANUAL',
      manualProductOptions: { title: 'Coat', categories: ['Coats'] },
      images: [{ url: 'https://pictures.test/a.jpg', notes: 'front' }],
    }));
    await shop.file('new.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await shop.resale('listings create --from new.ndjson --yes --run night')).toMatchObject({
      exitCode: 0,
    });
    await shop.resale('runs show night --html night.html');
    const opened = await browser.open(`file://${shop.cwd}/night.html`, {
      viewport: { width: 400, height: 800 },
      colorScheme: 'dark',
    });
    await expectSound(opened);
    const { page } = opened;
    expect(await page.locator('.lead').textContent()).toBe(`${names.length} applied.`);
    // An option that says nothing is left out.
    expect(await page.getByText('--on-conflict').count()).toBe(0);
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      expect.stringMatching(/^Listings create, \d+ \w+ \d{4} at /),
      'What became of the rows',
      'Rows',
    ]);
    expect(await page.locator('#rows tbody td:nth-child(3)').allTextContents()).toContain(script);
    const address = await page.locator('#rows tbody a').first().getAttribute('href');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shop\/listings\//);
    await picture(page, 'run-small-dark');
  });
});
