import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const image = "--image 'https://images.example/1.jpg'";
const fromSku = `listings create --shop-id shop-second-meadow --condition good --source sku --product-id A ${image}`;
const manual = `listings create --shop-id shop-second-meadow --condition good --title Coat --category Coats --original-price 12900 ${image}`;

/** The body that a line would send. */
const bodyOf = async (line: string | string[], { env }: SandboxedTest) => {
  const { stdout, stderr } = await resale(
    typeof line === 'string' ? `${line} --dry-run` : [...line, '--dry-run'],
    { env },
  );
  expect(stderr).toBe('');
  return printedIn(stdout).body;
};

it('creates a listing, and prints its identifier and address', async () => {
  const { env, requests, baseUrl } = await sandboxed();
  const { exitCode, stdout, stderr } = await resale(fromSku, { env });
  expect([exitCode, stderr, requests]).toEqual([0, '', ['POST /v1/listings 200']]);
  const { id, url } = JSON.parse(stdout);
  expect(url).toBe(`${baseUrl}/shop/listings/${id}`);
  expect(JSON.parse((await resale(`listings get ${id}`, { env })).stdout)).toMatchObject({
    id,
    state: 'OPEN',
    condition: 'GOOD',
    sku: 'A',
    externalIdentifier: null,
  });
});

describe('every source, by its word and by the constant of the service, in any case', () => {
  test.each([
    ['sku', 'COMMERCE_SKU'],
    ['SKU', 'COMMERCE_SKU'],
    ['COMMERCE_SKU', 'COMMERCE_SKU'],
    ['commerce-sku', 'COMMERCE_SKU'],
    ['variant-id', 'COMMERCE_PRODUCT_VARIANT_ID'],
    ['Variant_Id', 'COMMERCE_PRODUCT_VARIANT_ID'],
    ['COMMERCE_PRODUCT_VARIANT_ID', 'COMMERCE_PRODUCT_VARIANT_ID'],
    ['external-variant-id', 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER'],
    ['external_product_variant_identifier', 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER'],
    ['external-variant-sku', 'EXTERNAL_PRODUCT_VARIANT_SKU'],
    ['EXTERNAL_PRODUCT_VARIANT_SKU', 'EXTERNAL_PRODUCT_VARIANT_SKU'],
  ])('--source %s → %s', async (said, constant) => {
    const { env } = await sandboxed();
    const line = `listings create --shop-id shop-second-meadow --condition good --source ${said} --product-id A ${image}`;
    const { stdout } = await resale(`${line} --dry-run`, { env });
    expect(printedIn(stdout).body).toMatchObject({
      productDataSourceType: constant,
      productIdentifier: 'A',
    });
    expect((await resale(line, { env })).exitCode).toBe(0);
  });

  test.each(['manual', 'MANUAL', 'MANUAL_PRODUCT_OPTIONS', 'manual-product-options'])(
    '--source %s → MANUAL_PRODUCT_OPTIONS',
    async (said) => {
      const { env } = await sandboxed();
      const { stdout } = await resale(`${manual} --source ${said} --dry-run`, { env });
      expect(printedIn(stdout).body.productDataSourceType).toBe('MANUAL_PRODUCT_OPTIONS');
      expect((await resale(`${manual} --source ${said}`, { env })).exitCode).toBe(0);
    },
  );
});

test.each(['good', 'GOOD', 'Good'])('--condition %s is GOOD', async (said) => {
  const line = fromSku.replace('--condition good', `--condition ${said}`);
  expect(await bodyOf(line, await sandboxed())).toMatchObject({ condition: 'GOOD' });
});

test.each(['new-with-tags', 'NEW_WITH_TAGS', 'New-With_tags'])(
  '--condition %s is NEW_WITH_TAGS',
  async (said) => {
    const line = fromSku.replace('--condition good', `--condition ${said}`);
    expect(await bodyOf(line, await sandboxed())).toMatchObject({ condition: 'NEW_WITH_TAGS' });
  },
);

describe('the source may be left out if --title, --category or --option decides it', () => {
  it('is manual then', async () => {
    expect(await bodyOf(`${manual} --option colour=navy --option 'fit=a=b'`, await sandboxed())).toEqual({
      shopId: 'shop-second-meadow',
      condition: 'GOOD',
      productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
      manualProductOptions: { title: 'Coat', categories: ['Coats'], colour: 'navy', fit: 'a=b' },
      originalPrice: 12900,
      images: [{ url: 'https://images.example/1.jpg' }],
    });
  });

  it('and is missing if only --product-id is given, which fits four sources', async () => {
    const sandbox = await sandboxed();
    const screen = await resale(fromSku.replace('--source sku', ''), { env: sandbox.env });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, '--source is missing.']);
  });
});

test('every field of the payload has its flag', async () => {
  const line = [
    ...`${fromSku} --original-price 9999999 --external-id A-1001 --description`.split(' ').map(unquoted),
    'Hardly worn.',
    '--metadata',
    'shelf=B 7',
    '--metadata',
    'box:=-12',
    '--metadata',
    'empty=',
    '--commerce-domain',
    'outlet.example',
    '--brand',
    'Northfell',
    '--image',
    'https://images.example/2.jpg  left cuff, frayed ',
  ];
  expect(await bodyOf(line, await sandboxed())).toEqual({
    shopId: 'shop-second-meadow',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'A',
    originalPrice: 9999999,
    externalIdentifier: 'A-1001',
    description: 'Hardly worn.',
    metadata: { shelf: 'B 7', box: -12, empty: '' },
    commercePlatformDomain: 'outlet.example',
    brand: 'Northfell',
    images: [
      { url: 'https://images.example/1.jpg' },
      { url: 'https://images.example/2.jpg', notes: 'left cuff, frayed' },
    ],
  });
});

describe('--commerce-domain', () => {
  it('a scheme and a slash are taken off, which is said', async () => {
    const { env } = await sandboxed();
    const line = `${fromSku} --commerce-domain https://outlet.example/ -n`;
    const { stdout, stderr } = await resale(line, { env });
    expect(printedIn(stdout).body.commercePlatformDomain).toBe('outlet.example');
    expect(stderr).toBe('Only the domain is used: outlet.example, not https://outlet.example/\n');
  });

  test.each([' ', 'a b', 'outlet', 'outlet.example/sale', 'outlet.example:443'])(
    '%j is no domain: exit 2, and nothing is sent',
    async (domain) => {
      const { env, requests } = await sandboxed();
      const screen = await resale([...fromSku.split(' ').map(unquoted), '--commerce-domain', domain], {
        env,
      });
      expect([screen.exitCode, errorOf(screen).field, requests]).toEqual([2, 'commercePlatformDomain', []]);
      expect(errorOf(screen).message).toMatch(/^--commerce-domain must /);
    },
  );
});

const unquoted = (word: string) => word.replaceAll("'", '');

test("a text may begin with '-', and be just like a flag", async () => {
  const line = [...manual.replace('--title Coat ', '').split(' ').map(unquoted), '--title', '-yellowed coat'];
  expect(await bodyOf([...line, '--description', '--yes'], await sandboxed())).toMatchObject({
    manualProductOptions: { title: '-yellowed coat' },
    description: '--yes',
  });
});

describe('a broken rule is reported with its flag; the exit code is 2 and nothing is sent', () => {
  const without = (...flags: string[]) =>
    flags.reduce((line, flag) => line.replace(new RegExp(` ${flag} ('[^']*'|\\S+)`), ''), manual);
  const choices = 'new-with-tags, new-without-tags, excellent, good, minor-defect';

  test.each<[line: string, message: string]>([
    [
      'listings create',
      '--shop-id is missing; --condition is missing; --source is missing; --image is missing.',
    ],
    [
      'listings create --source manual',
      '--shop-id is missing; --condition is missing; --title is missing; --category is missing; --image is missing; --original-price is missing: --source manual requires it.',
    ],
    [
      'listings create --source sku',
      '--shop-id is missing; --condition is missing; --image is missing; --product-id is missing: --source sku requires it.',
    ],
    [without('--title'), '--title is missing.'],
    [without('--category'), '--category is missing.'],
    [
      without('--title', '--category').concat(' --option colour=navy'),
      '--title is missing; --category is missing.',
    ],
    [without('--original-price'), '--original-price is missing: --source manual requires it.'],
    [without('--image'), '--image is missing.'],
    [`${without('--original-price')} --original-price 0`, '--original-price must be 1 or more.'],
    [`${without('--original-price')} --original-price 10000000`, '--original-price must be 9999999 or less.'],
    [`${without('--original-price')} --original-price -5`, '--original-price must be 1 or more.'],
    [
      `${without('--original-price')} --original-price 12.50`,
      '--original-price is in the smallest unit of the currency: 1250, not 12.50.',
    ],
    [
      `${without('--original-price')} --original-price 1e3`,
      "--original-price must be written out in digits, not '1e3'.",
    ],
    [`${without('--original-price')} --original-price ''`, '--original-price is empty.'],
    [`${without('--condition')} --condition worn`, `--condition must be one of ${choices}, not 'worn'.`],
    [
      fromSku.replace('--source sku', '--source etsy'),
      "--source must be one of sku, variant-id, external-variant-id, external-variant-sku, manual, not 'etsy'.",
    ],
    [
      fromSku.replace('--source sku', '--source constructor'),
      "--source must be one of sku, variant-id, external-variant-id, external-variant-sku, manual, not 'constructor'.",
    ],
    [
      `${manual} --image 'no url'`,
      '--image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine (number 2).',
    ],
    [`${manual} --image ''`, '--image has no address (number 2).'],
    [`${without('--title')} --title ''`, '--title must not be empty.'],
    [`${without('--shop-id')} --shop-id ''`, '--shop-id must not be empty.'],
    [`${manual} --external-id ''`, '--external-id must not be empty.'],
    [
      `${manual} --metadata a=1 --metadata b=2 --metadata c=3 --metadata d=4`,
      '--metadata must have at most 3 properties.',
    ],
    [
      `${manual} --metadata a:=1.5`,
      "--metadata must be a whole number, without a decimal part, not '1.5' (a).",
    ],
    [`${manual} --metadata a`, "--metadata must be of the form NAME=TEXT or NAME:=7, not 'a'."],
    [`${manual} --metadata =1`, "--metadata must be of the form NAME=TEXT or NAME:=7, not '=1'."],
    [`${manual} --metadata a=1 --metadata a:=2`, '--metadata names a twice.'],
    [`${manual} --option colour`, "--option must be of the form NAME=VALUE, not 'colour'."],
    [`${manual} --option a=1 --option a=2`, '--option names a twice.'],
    [`${manual} --option title=Hat`, "--option can't be title, which has its own flag: --title."],
    [
      `${manual} --product-id A`,
      '--product-id does not go with manual options (--title, --category, --option).',
    ],
    [
      `${without('--title')} --title Coat --title Hat --original-price x --image here`,
      "--title is given twice, but takes only one value; --original-price is given twice, but takes only one value; --original-price must be a whole number, not 'x'; --image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine (number 2).",
    ],
    [
      `${fromSku} --title Coat --option a=1`,
      '--title goes only with --source manual; --option goes only with --source manual.',
    ],
    [
      `${without('--shop-id', '--condition', '--original-price')} --condition worn --original-price x --image here`,
      `--original-price must be a whole number, not 'x'; --condition must be one of ${choices}, not 'worn'; --shop-id is missing; --image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine (number 2).`,
    ],
  ])('%s', async (line, message) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(line, { env });
    expect(errorOf(screen)).toMatchObject({
      code: 'usage',
      message,
      hint: 'See `resale listings create --help`.',
      retryable: false,
    });
    expect([screen.exitCode, screen.stdout, requests]).toEqual([2, '', []]);
  });

  test('the error names the field of the service', async () => {
    const { env } = await sandboxed();
    expect(errorOf(await resale(manual.replace('Coat', "''"), { env })).field).toBe(
      'manualProductOptions.title',
    );
    expect(errorOf(await resale(`${manual} --image x`, { env })).field).toBe('images[1].url');
  });
});

describe('--dry-run', () => {
  it('prints the request, its keys masked, and sends nothing', async () => {
    const { env, requests } = await sandboxed();
    const { exitCode, stdout } = await resale(`${fromSku} --dry-run`, { env });
    expect(printedIn(stdout)).toEqual({
      method: 'POST',
      url: `${env.RESALE_BASE_URL}/v1/listings`,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': expect.stringMatching(/^resale\/\d/),
        'X-Service-Client-Id': '***',
        'X-Service-Authentication-Key': '***',
        'content-type': 'application/json',
      },
      body: {
        shopId: 'shop-second-meadow',
        condition: 'GOOD',
        productDataSourceType: 'COMMERCE_SKU',
        productIdentifier: 'A',
        images: [{ url: 'https://images.example/1.jpg' }],
      },
    });
    expect([exitCode, requests]).toEqual([0, []]);
  });
});

describe("a profile's shop", () => {
  const profileWithShop = async ({ baseUrl, env }: SandboxedTest): Promise<Record<string, string>> => {
    const directory = temporaryFolder();
    const there = { RESALE_CONFIG_DIR: join(directory, 'config') };
    const line = `profiles add shop --base-url ${baseUrl} --shop-id shop-harbour-loft --client-id ${env.RESALE_CLIENT_ID} --api-key-stdin`;
    expect(await resale(line, { env: there, stdin: env.RESALE_API_KEY ?? '' })).toMatchObject({
      exitCode: 0,
    });
    return { ...there, RESALE_PROFILE: 'shop' };
  };

  it('is used if the line names none', async () => {
    // That profile says no dialect.
    const env = await profileWithShop(await sandboxed({ dialect: {} }));
    const line = fromSku.replace('--shop-id shop-second-meadow ', '');
    const { stdout } = await resale(`${line} --dry-run`, { env });
    expect(printedIn(stdout).body.shopId).toBe('shop-harbour-loft');
    expect((await resale(line, { env })).exitCode).toBe(0);
  });

  it('yields to --shop-id', async () => {
    const env = await profileWithShop(await sandboxed());
    const { stdout } = await resale(`${fromSku} --dry-run`, { env });
    expect(printedIn(stdout).body.shopId).toBe('shop-second-meadow');
  });
});

describe('what the service refuses', () => {
  test('a shop that it does not know: exit 3', async () => {
    const { env } = await sandboxed();
    const screen = await resale(fromSku.replace('shop-second-meadow', 'nowhere'), { env });
    expect(screen.exitCode).toBe(3);
    expect(errorOf(screen)).toEqual({
      code: 'not-found',
      message: 'There is no shop with this shopId.',
      status: 404,
      hint: "The shop was nowhere; name another with --shop-id. `resale shops lookup DOMAIN` shows a shop's identifier.",
      retryable: false,
      requestId: expect.any(String),
    });
  });

  test('a product that it does not know: exit 3, with advice about the product', async () => {
    const { env } = await sandboxed();
    const screen = await resale(fromSku.replace('--product-id A', '--product-id MISSING-1'), { env });
    expect([screen.exitCode, errorOf(screen).hint]).toEqual([
      3,
      'The product was MISSING-1, by --source sku; name another with --product-id, or another kind of identifier with --source.',
    ]);
  });

  test.each([
    ['not found', ['The shop was', 'The product was']],
    ['Unknown commercePlatformDomain', ['The store was']],
    ['no variant for this sku in the shop', ['The product was']],
    ['shop?', ['The shop was']],
  ])('%j: advice about what the service names, or about all that it could be', async (error, advice) => {
    const { env } = await startService({ '/v1/listings': json(404, { error }) });
    const screen = await resale(`${fromSku} --commerce-domain store.example`, { env });
    const { hint } = errorOf(screen);
    for (const words of ['The shop was', 'The product was', 'The store was'])
      expect([words, String(hint).includes(words)]).toEqual([
        words,
        advice.includes(words) || (advice.length > 1 && words === 'The store was'),
      ]);
  });

  test('keys that it does not know: exit 4', async () => {
    const { env } = await sandboxed();
    const screen = await resale(fromSku, { env: { ...env, RESALE_API_KEY: 'another-key' } });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'credentials-refused']);
  });
});

test('without any profile or keys: exit 4, and what to do', async () => {
  const screen = await resale(fromSku, { terminal: 120 });
  expect(screen).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'Error: No profile is chosen.\nSet one up:\n  resale init\n',
  });
});
