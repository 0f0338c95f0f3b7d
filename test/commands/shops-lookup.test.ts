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
    hint: 'Give the domain of the store on its commerce platform.',
    retryable: false,
  };

  it('if the service answers with an empty list', async () => {
    const { env } = await sandboxed();
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([3, '[]\n', expected]);
  });

  it('and if it answers 404', async () => {
    const { env } = await startService({
      '/v1/shops': json(404, { error: 'no such shop' }, { 'x-request-id': 'r-7' }),
    });
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([
      3,
      '[]\n',
      {
        ...expected,
        message: 'No shop belongs to nowhere.example; the service said: no such shop.',
        hint: `${expected.hint} That was GET ${env.RESALE_BASE_URL}/v1/shops; is the base URL right?`,
        status: 404,
        requestId: 'r-7',
      },
    ]);
  });

  it('but a 404 without the error of the service comes from somewhere else', async () => {
    const { env } = await startService({});
    const screen = await resale('shops lookup nowhere.example', { env });
    expect([screen.exitCode, screen.stdout]).toEqual([3, '']);
    expect(errorOf(screen).hint).toMatch(/is the base URL right\?/);
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
  ['a.example b.example', "Too many arguments: resale shops lookup has no use for 'b.example'."],
])('shops lookup %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`shops lookup ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

describe('what is copied from the address bar is taken as the domain in it, and said', () => {
  test.each([
    ['https://second-meadow.example', 'second-meadow.example'],
    ['HTTP://second-meadow.example/', 'second-meadow.example'],
    ['second-meadow.example/', 'second-meadow.example'],
  ])('%s', async (typed, domain) => {
    const { env } = await sandboxed();
    const { exitCode, stdout, stderr } = await resale(['shops', 'lookup', typed], { env });
    expect([exitCode, JSON.parse(stdout).length]).toEqual([0, 1]);
    expect(stderr).toBe(`Only the domain is used: ${domain}, not ${typed}\n`);
  });

  it('--dry-run shows what would be sent', async () => {
    const { env, requests } = await sandboxed();
    const { stdout } = await resale('shops lookup https://a.example/ -n', { env });
    expect([new URL(printedIn(stdout).url).searchParams.get('shopIdentifier'), requests]).toEqual([
      'a.example',
      [],
    ]);
  });
});

describe('what is no domain: exit 2, and nothing is sent', () => {
  const notADomain = 'must be nothing but a domain, such as store.example';
  test.each(
    [
      ['', 'must not be empty'],
      [' ', 'must not be blank'],
      ['\u00a0\t', 'must not be blank'],
      ['https://', 'must not be empty'],
      [`${'a.'.repeat(150)}example`, 'must have at most 253 characters, not 307'],
      [`${'a'.repeat(64)}.example`, notADomain],
      ' a.example',
      'a b',
      'a b.example',
      'a.example\n',
      'a.exam\u0007ple',
      'a.example\u200b',
      'second-meadow',
      'a.example/shop',
      'a.example//',
      'a.example?x=1',
      'a.example#x',
      'a.example:443',
      'me@a.example',
      'me:pw@a.example',
      'https://https://a.example',
      'ftp://a.example',
      '//a.example',
      'a..example',
      '.a.example',
      'a.example.',
      '-a.example',
      'a-.example',
      '10.0.0.1',
      '[::1]',
      'a,b.example',
      'a%2e.example',
      '*.a.example',
    ].map((one): [string, string] =>
      typeof one === 'string' ? [one, notADomain] : (one as [string, string]),
    ),
  )('%j %s', async (typed, problem) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(['shops', 'lookup', '--', typed], { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen).message, requests]).toEqual([
      2,
      '',
      `DOMAIN ${problem}.`,
      [],
    ]);
  });
});

describe('a name in another script', () => {
  it('is sent as it was typed, safe in the query', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('shops lookup Bücher.example -n', { env });
    expect(printedIn(stdout).url).toBe(
      `${env.RESALE_BASE_URL}/v1/shops?shopIdentifierType=COMMERCE_DOMAIN&shopIdentifier=B%C3%BCcher.example`,
    );
  });

  it('if no shop has it, the hint names its other form', async () => {
    const { env } = await sandboxed();
    const screen = await resale('shops lookup bücher.example', { env });
    expect([screen.exitCode, errorOf(screen).hint]).toEqual([
      3,
      'Give the domain of the store on its commerce platform, perhaps as xn--bcher-kva.example.',
    ]);
  });
});
