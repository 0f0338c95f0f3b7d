import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aBrowser, canBrowse, faultsByAxe, type Opened, picture } from '../support/browser.ts';
import { resale } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A feed of a service that means harm, or is only careless. */
const products = [
  '</script><script>document.title = "hacked"</script>',
  '<img src=https://evil.test/x onerror=alert(1)>',
  '<!--<script>',
  'turned \u202e around, \u2028 broken \u2029 off \u0000',
  '🧥 '.repeat(3000),
  "Tilly's & Co",
].map((brand, at) => ({
  productID: `${at}`,
  productTitle: brand,
  brand,
  condition: 'GOOD',
  size: 'M',
  price: at * 10,
  currency: 'EUR',
  productStock: 1,
  productAvailable: true,
}));

describe.skipIf(!canBrowse)('in a browser', () => {
  const browser = aBrowser();

  /** Nothing was asked for, nothing went wrong, and axe has nothing to say. */
  const expectSound = async ({ page, problems, requests }: Opened) => {
    expect(await faultsByAxe(page)).toEqual([]);
    expect(requests).toEqual([]);
    expect(problems).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  };

  test('feed stats: every brand as it is written, whatever it is', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'feed.json'), JSON.stringify(products));
    expect(await resale('feed stats feed.json --html stats.html', { cwd })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    const opened = await browser.open(`file://${cwd}/stats.html`);
    await expectSound(opened);
    const { page } = opened;
    expect(await page.title()).toBe('Product feed: feed.json');
    expect(await page.locator('h1').textContent()).toBe('6 products');
    await page.getByLabel('Brand 6').check({ force: true });
    const shown = await page.locator('#rows tbody td:nth-child(2)').allTextContents();
    expect(shown).toHaveLength(6);
    expect(shown).toContain('</script><script>document.title = "hacked"</script>');
    expect(shown).toContain('turned \\u202e around, \\u2028 broken \\u2029 off \\u0000');
    await picture(page, 'feed-stats');
  });
});
