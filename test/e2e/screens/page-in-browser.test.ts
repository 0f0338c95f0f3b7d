import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, askMany, creation, sandboxWith } from '../../sandbox/running.ts';
import { aBrowser, canBrowse, faultsByAxe, picture } from '../../support/browser.ts';

const hostile = '<script>document.title = "taken"</script>"><img src=x onerror="document.title = \'taken\'">';

describe.skipIf(!canBrowse)('in a browser', () => {
  const browser = aBrowser();

  test('every view is sound, wide and narrow, light and dark', async () => {
    const sandbox = await sandboxWith({ listings: 60 });
    const { body } = await ask(
      sandbox,
      'POST /v1/listings',
      creation(sandbox.shopId, {
        productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
        manualProductOptions: { title: hostile, categories: [hostile], size: hostile, colour: 'navy' },
        originalPrice: 12900,
        description: `${hostile}${'W'.repeat(200)}`,
        brand: 'W'.repeat(80),
        externalIdentifier: hostile,
        images: [1, 2, 3, 4].map((number) => ({
          url: `https://pictures.example/${number}.jpg`,
          notes: hostile,
        })),
      }),
    );
    await ask(sandbox, `GET /v1/listings/${'x'.repeat(300)}`);
    const views = { shop: '/shop', listing: new URL(body.url).pathname, operator: '/operator' };
    const { page, problems, requests } = await browser.open('about:blank');
    for (const [name, path] of Object.entries(views)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(sandbox.baseUrl + path);
      if (name !== 'shop') await page.locator('summary').first().press('Enter');
      for (const [width, colorScheme] of [
        [1600, 'light'],
        [1280, 'light'],
        [400, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        if (width === 1600) continue;
        await picture(page, `sandbox-${name}-${width}-${colorScheme}`);
        expect(await faultsByAxe(page)).toEqual([]);
      }
      expect(problems).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(`${sandbox.baseUrl}/`))).toEqual([]);
      expect(await page.title()).not.toBe('taken');
    }
  });

  test('the operator sees requests as they come, pauses them, and switches a fault on by the keyboard', async () => {
    const sandbox = await sandboxWith();
    const { page, problems } = await browser.open(`${sandbox.baseUrl}/operator`);
    const rows = page.locator('#requests > li');
    const read = (path: string) => ask(sandbox, `GET ${path}`);
    await read('/v1/listings/first');
    await rows.getByText('/v1/listings/first').waitFor();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await read('/v1/listings/second');
    await page.getByRole('button', { name: 'Continue (1 new)' }).press('Enter');
    await rows.getByText('/v1/listings/second').waitFor();
    expect(await rows.first().textContent()).toContain('/v1/listings/second');

    await rows.first().locator('summary').press('Enter');
    await page.getByText('There is no listing with this identifier.').first().waitFor();

    await askMany(sandbox, 220);
    await page.locator('#total', { hasText: '222' }).waitFor();
    expect(await rows.count()).toBe(200);

    await page.getByLabel('500').fill('100');
    await page.getByLabel('500').press('Enter');
    await page.getByText('On: 500 (100%).').waitFor();
    expect((await ask(sandbox, 'GET /v1/listings')).status).toBe(500);
    await page.getByRole('button', { name: 'All off' }).press('Enter');
    await page.getByText('Nothing is switched on.').waitFor();
    await page.getByRole('button', { name: 'Make one now' }).press('Enter');
    await page.getByText('No. 1, made at').waitFor();
    expect(problems).toEqual([]);
  });

  test('a page whose place others have taken comes back, and shows what came meanwhile', async () => {
    const sandbox = await sandboxWith();
    const { page } = await browser.open(`${sandbox.baseUrl}/operator`);
    const shows = (path: string) => page.locator('#requests').getByText(path).waitFor();
    // The page listens before the others come.
    await ask(sandbox, 'GET /v1/listings/before');
    await shows('/v1/listings/before');
    const others = new AbortController();
    onTestFinished(() => others.abort());
    const { signal } = others;
    // The page comes back within seconds, on a busy machine before anybody has looked at it.
    const watched = await page.evaluateHandle(() => ({
      lost: new Promise<string | null>((said) => {
        const place = document.querySelector('#lost') as Element;
        new MutationObserver(() => said(place.textContent)).observe(place, { childList: true });
        setTimeout(() => said('Nothing came for half a minute.'), 30_000);
      }),
    }));
    // A response that nobody holds is closed by fetch once it is swept up, and its place is free.
    const held: Response[] = [];
    while (held.length < 40) held.push(await fetch(`${sandbox.baseUrl}/operator/events`, { signal }));
    expect(await watched.evaluate(({ lost }) => lost)).toContain('The sandbox does not answer.');
    await ask(sandbox, 'GET /v1/listings/meanwhile');
    await shows('/v1/listings/meanwhile');
    expect(await page.locator('#lost').textContent()).toBe('');
    expect(held.every(({ ok }) => ok)).toBe(true);
  });

  test('a buyer sees a new listing come, and takes it', async () => {
    const sandbox = await sandboxWith({ listings: 0 });
    const { page, problems } = await browser.open(`${sandbox.baseUrl}/shop`);
    await page.getByText('Nothing is on sale here').waitFor();
    const { body } = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId));
    await page.getByRole('link', { name: 'ANY-SKU' }).press('Enter');
    await page.waitForURL(body.url);
    await page.getByRole('button', { name: 'Buy one' }).press('Enter');
    await page.getByText('This listing is closed.').waitFor();
    expect((await ask(sandbox, `GET /v1/listings/${body.id}`)).body.state).toBe('CLOSED');
    expect(problems).toEqual([]);
  });
});
