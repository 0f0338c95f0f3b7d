import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

it('prints the shops of a store as an array, as the service sent them', async () => {
  const { env, requests } = await sandboxed();
  const { exitCode, stdout, stderr } = await resale('shops lookup second-meadow.example', { env });
  expect(JSON.parse(stdout)).toEqual([
    {
      serviceShopName: 'Second Meadow',
      countryCodes: ['US', 'CA'],
      url: 'https://resale.second-meadow.example',
      serviceId: 'shop-second-meadow',
      styles: {
        primaryButtonBackgroundColor: '#1f5c3f',
        primaryButtonFontColor: '#ffffff',
        primaryButtonBorder: '1px solid #1f5c3f',
      },
    },
  ]);
  expect([exitCode, stderr, requests]).toEqual([0, '', ['GET /v1/shops 200']]);
});

it('-o csv parts lists with | and names nested fields with dots', async () => {
  const { env } = await sandboxed();
  const { stdout } = await resale('shops lookup second-meadow.example -o csv', { env });
  expect(stdout).toBe(
    `serviceShopName,countryCodes,url,serviceId,styles.primaryButtonBackgroundColor,styles.primaryButtonFontColor,styles.primaryButtonBorder
Second Meadow,US|CA,https://resale.second-meadow.example,shop-second-meadow,#1f5c3f,#ffffff,1px solid #1f5c3f
`,
  );
});

it('is a table on a terminal', async () => {
  const { env } = await sandboxed();
  const { stdout } = await resale('shops lookup kleiderkreis.example', { env, terminal: 140 });
  expect(stdout.split('\n')[1]).toMatch(
    /^Kleiderkreis Zweite Größe +DE +https:\/\/zweite\.kleiderkreis\.example /,
  );
});

describe('a shop that is not found is [] and exit 3', () => {
  const expected = {
    code: 'not-found',
    message: 'No shop belongs to nowhere.example.',
    hint: 'Give the domain of the store on its commerce platform, without https://.',
    retryable: false,
  };

  it('if the service answers with an empty list', async () => {
    const { env } = await sandboxed();
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([3, '[]\n', expected]);
  });

  it('and if it answers 404', async () => {
    const { env } = await startService({ '/v1/shops': json(404, { error: 'no such shop' }) });
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([3, '[]\n', expected]);
  });

  it('but a 404 without the error of the service comes from somewhere else', async () => {
    const { env } = await startService({});
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout]).toEqual([3, '']);
    expect(errorOf(screen).hint).toMatch(/is the base URL right\?$/);
  });

  it('with -o csv only the header, with -o ndjson nothing', async () => {
    const { env } = await sandboxed();
    expect((await resale('shops lookup nowhere.example -o csv', { env })).stdout).toMatch(
      /^serviceShopName,.*\n$/,
    );
    expect((await resale('shops lookup nowhere.example -o ndjson', { env })).stdout).toBe('');
  });
});

test.each([
  ['', 'DOMAIN is missing.'],
  ["''", 'DOMAIN must not be empty.'],
  ['a.example b.example', "Too many arguments for 'lookup'. Expected 1 argument but got 2."],
])('shops lookup %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`shops lookup ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

it('--dry-run prints the request, the domain safe in its query', async () => {
  const { env } = await sandboxed();
  const { stdout } = await resale(['shops', 'lookup', 'a b&c=d', '-n'], { env });
  expect(printedIn(stdout).url).toBe(
    `${env.RESALE_BASE_URL}/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=a+b%26c%3Dd`,
  );
});
