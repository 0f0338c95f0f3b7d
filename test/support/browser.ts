import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** Tests that need a Chromium are skipped where there is none. */
export const canBrowse = executable !== undefined;

if (!canBrowse) console.warn('chromium is not here: what needs a browser is skipped');

export interface Opened {
  page: Page;
  /** Errors and warnings on the console. */
  problems: string[];
  /** The addresses that the page has requested. */
  requests: string[];
}

/**
 * One browser for all tests of a file: `const browser = aBrowser();` within `describe.skipIf(!canBrowse)`, then in each test
 * `const { page, problems, requests } = await browser.open(address, { colorScheme: 'dark', viewport: { width: 400, height: 800 } })`.
 * All of them use one page, since a browser takes longer to make one than to show anything in it.
 */
export const aBrowser = () => {
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ ...(executable && { executablePath: executable }) });
    page = await browser.newPage({ reducedMotion: 'reduce' });
    // It ends what hangs, and is no measure of how fast a machine is.
    page.setDefaultTimeout(30_000);
  });
  afterAll(() => browser?.close());
  return {
    async open(address: string, { viewport, colorScheme }: BrowserContextOptions = {}): Promise<Opened> {
      const [problems, requests]: [string[], string[]] = [[], []];
      page.removeAllListeners();
      await page.goto('about:blank');
      await page.setViewportSize(viewport ?? { width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: colorScheme ?? null });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('request', (request) => {
        if (!request.isNavigationRequest()) requests.push(request.url());
      });
      await page.goto(address);
      return { page, problems, requests };
    },
  };
};

/** What axe finds wrong with a page: a line for each element. */
export const faultsByAxe = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`),
  );
};

/** Where PICTURES is set, keeps a picture of a page for people to look at, in `node_modules/.pictures`. No test compares it. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  const folder = 'node_modules/.pictures';
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
