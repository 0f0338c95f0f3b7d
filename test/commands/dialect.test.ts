import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import { errorOf, resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { clientId, apiKey } = sandboxProfile;
const keys = { RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey };

const acmeMart: DialectSettings = {
  serviceName: 'Acme',
  commerceName: 'Mart',
  names: {
    'query.pageSize': 'first',
    'field.brand': 'maker',
    'constant.GOOD': 'GRADE_B',
  },
};

/** A directory with a profile that speaks a dialect, and the environment in which it holds. */
const profileWith = async (baseUrl: string, dialect: DialectSettings) => {
  const cwd = temporaryFolder();
  const settings = { version: 1, current: 'acme', profiles: { acme: { baseUrl, dialect } } };
  await writeFile(join(cwd, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  return { cwd, env: { RESALE_CONFIG_DIR: cwd, RESALE_CACHE_DIR: join(cwd, 'cache') } };
};

/** A deployment that speaks a dialect, and a machine whose profile knows it. */
const deployment = async (dialect = acmeMart) => {
  const sandbox = await startSandbox({ credentials: { clientId, apiKey }, dialect, products: 5 });
  onTestFinished(() => sandbox.close());
  const { cwd, env } = await profileWith(sandbox.baseUrl, dialect);
  return { ...sandbox, cwd, env: { ...env, ...keys } };
};

describe("the tool's own words stay, whatever the deployment's are", () => {
  test('what is sent is in its words, what was written by people is not touched', async () => {
    const { env } = await deployment();
    const line =
      'listings create --shop-id brand --condition good --title GOOD --category brand --option brand=GOOD ' +
      '--original-price 100 --brand GOOD --description title --external-id COMMERCE_SKU --metadata brand=GOOD ' +
      "--metadata commerceTags=serviceId --image 'https://images.example/GOOD GOOD' -n";
    const { stdout } = await resale(line, { env });
    expect(JSON.parse(stdout)).toMatchObject({
      headers: { 'X-Acme-Client-Id': '***', 'X-Acme-Authentication-Key': '***' },
      body: {
        shopId: 'brand',
        condition: 'GRADE_B',
        productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
        manualProductOptions: { title: 'GOOD', categories: ['brand'], brand: 'GOOD' },
        maker: 'GOOD',
        description: 'title',
        externalIdentifier: 'COMMERCE_SKU',
        metadata: { brand: 'GOOD', commerceTags: 'serviceId' },
        images: [{ url: 'https://images.example/GOOD', notes: 'GOOD' }],
      },
    });
  });

  test('what comes is in ours', async () => {
    const { env, domain } = await deployment();
    const [shop] = JSON.parse((await resale(`shops lookup ${domain}`, { env })).stdout);
    expect(shop).toMatchObject({ serviceShopName: 'Second Meadow', serviceId: 'shop-second-meadow' });
    const { stdout } = await resale('listings list', { env });
    const conditions = JSON.parse(stdout).map(({ condition }: { condition: string }) => condition);
    expect(conditions).toContain('GOOD');
    expect(stdout).not.toContain('GRADE_B');
  });

  test('the deployment reports broken rules in its own words', async () => {
    const { env } = await deployment();
    const screen = await resale('api GET /v1/listings?first=0', { env });
    expect(errorOf(screen).message).toBe('The service refused it (400): first must be 1 or more.');
  });
});

describe('a feed under a dialect that is not its own', () => {
  const mistaken = async () => {
    const { baseUrl } = await deployment({ commerceName: 'Mart' });
    const { env } = await profileWith(baseUrl, { commerceName: 'Market' });
    return { ...env, ...keys };
  };

  it('says which columns stay empty, and what they may be called', async () => {
    const { exitCode, stderr } = await resale('feed fetch -o csv', { env: await mistaken() });
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      0,
      "No product has commerceTags, but some have martTags: is that this deployment's name for it? See: resale help dialects",
    ]);
  });

  it('--check counts the fields that are not documented', async () => {
    const { stdout } = await resale('feed fetch --check', { env: await mistaken() });
    expect(JSON.parse(stdout).unknownFields).toMatchObject({ martTags: expect.any(Number) });
  });

  it('with its own one there is no notice', async () => {
    const { env } = await deployment({ commerceName: 'Mart' });
    expect(await resale('feed fetch -o csv', { env })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the feed', () => {
  test.each(['json', 'ndjson'])('-o %s is what is served', async (format) => {
    const { env } = await deployment();
    const { stdout } = await resale(`feed fetch -o ${format}`, { env });
    expect(stdout).toMatch(/"martTags":.*"martProductType":/);
    expect(stdout).toContain('"maker":');
    expect(stdout).not.toMatch(/commerceTags|"brand"/);
  });

  test.each([
    ['-o json', '.[] | has("maker") and has("brand") == false'],
    ['-o ndjson', 'has("maker") and has("brand") == false'],
  ])('an expression sees what is served: %s --jq %s', async (format, expression) => {
    const { env } = await deployment();
    const line = ['feed', 'fetch', ...format.split(' '), '--jq', expression];
    expect(await resale(line, { env })).toMatchObject({
      exitCode: 0,
      stdout: 'true\n'.repeat(5),
      stderr: '',
    });
  });

  test('csv, table, --check and stats are in our words', async () => {
    const { env } = await deployment();
    const csv = (await resale('feed fetch -o csv', { env })).stdout.split('\n');
    const [head = [], first = []] = csv.map((row) => row.split(','));
    expect(first[head.indexOf('brand')]).toMatch(/\w/);
    expect((await resale('feed fetch -o table', { env, terminal: 200 })).stdout).toContain(
      first[head.indexOf('brand')],
    );
    expect(JSON.parse((await resale('feed fetch --check', { env })).stdout)).toMatchObject({
      entries: 5,
      differing: 0,
    });
    expect(JSON.parse((await resale('feed stats', { env })).stdout).counts.brand.missing).toBe(0);
  });

  const files = async (cwd: string) => {
    await writeFile(
      join(cwd, 'old.json'),
      JSON.stringify([{ productID: '1', maker: 'Elm', condition: 'GRADE_B' }]),
    );
    await writeFile(
      join(cwd, 'new.json'),
      JSON.stringify([{ productID: '1', maker: 'Oak', condition: 'GRADE_B' }]),
    );
  };

  test('of files, too: diff and stats, without any keys', async () => {
    const { cwd, env } = await profileWith('https://api.acme.example', acmeMart);
    await files(cwd);
    const [change] = JSON.parse(
      (await resale('feed diff old.json new.json --field brand', { cwd, env })).stdout,
    );
    expect(change.fields).toEqual({ brand: { before: 'Elm', after: 'Oak' } });
    const { counts } = JSON.parse((await resale('feed stats old.json', { cwd, env })).stdout);
    expect(counts).toMatchObject({
      brand: { top: [{ value: 'Elm' }] },
      condition: { top: [{ value: 'GOOD' }] },
    });
  });

  test('of files in the neutral words, without a profile, and even without a home', async () => {
    const { cwd } = await profileWith('https://api.acme.example', acmeMart);
    await files(cwd);
    const lines = ['feed diff old.json new.json --field maker', 'feed stats old.json'];
    for (const line of lines)
      for (const env of [{}, { HOME: '' }])
        expect(await resale(line, { cwd, env })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('if the names do not fit', () => {
  it('says where to read about it when a documented field is missing', async () => {
    const { env } = await startService({ '/v1/listings': json(200, { entries: [], page: {} }) });
    expect(errorOf(await resale('listings list', { env }))).toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('The answer is not as documented: $.listings is missing'),
      hint: expect.stringContaining('resale help dialects'),
    });
  });

  it('does not if a field exists, but is wrong', async () => {
    const { env } = await startService({
      '/v1/listings': json(200, { listings: 7, pageInfo: { hasNextPage: false } }),
    });
    expect(errorOf(await resale('listings list', { env })).hint).not.toContain('dialects');
  });

  it('refuses a profile with ambiguous names: exit 2, and nothing is sent', async () => {
    const { env } = await profileWith('https://api.acme.example', { names: { 'query.state': 'limit' } });
    const screen = await resale('listings list', { env: { ...env, ...keys } });
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      2,
      expect.objectContaining({
        code: 'usage',
        message: 'dialect.query.state and dialect.query.pageSize would have the same name.',
      }),
    ]);
  });
});

test('sandbox openapi has the names, in every part', async () => {
  const { stdout } = await resale('sandbox openapi --service-name Acme --commerce-name Mart');
  expect(stdout).not.toMatch(/"(X-Service|service[A-Z]|commerceT|commerceProd)|COMMERCE_/);
  for (const name of ['X-Acme-Client-Id', 'MART_SKU', 'acmeShopName']) expect(stdout).toContain(`"${name}"`);
});

test('a word with blanks is not a name: exit 2', async () => {
  const screen = await resale(['sandbox', 'openapi', '--service-name', 'Acme Inc']);
  expect([screen.exitCode, errorOf(screen).message]).toEqual([
    2,
    "--service-name must be one word of letters and digits, such as Acme, not 'Acme Inc'.",
  ]);
});

test('the state file of a sandbox can be gone on with in another dialect', async () => {
  const { cwd } = await profileWith('https://api.acme.example', {});
  const stateFile = join(cwd, 'state.json');
  const create = `listings create --shop-id shop-second-meadow --condition good --source sku --product-id A --image https://images.example/1.jpg`;
  for (const dialect of [acmeMart, {}]) {
    const sandbox = await startSandbox({
      credentials: { clientId, apiKey },
      dialect,
      stateFile,
      listings: 0,
    });
    const { env } = await profileWith(sandbox.baseUrl, dialect);
    expect((await resale(create, { env: { ...env, ...keys } })).exitCode).toBe(0);
    await sandbox.close();
  }
  const { listings } = JSON.parse(await readFile(stateFile, 'utf8'));
  expect(listings.map(({ creation }: { creation: { condition: string } }) => creation.condition)).toEqual([
    'GOOD',
    'GOOD',
  ]);
});
