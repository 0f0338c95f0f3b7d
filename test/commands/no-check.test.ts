import { describe, expect, it, test } from 'vitest';
import { startRelay } from '../support/relay.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const image = "--image 'https://images.example/1.jpg'";

/** A service that knows more constants than the tool, and what it was sent. */
const newerService = async () => {
  const { url, env } = await startService({
    '/v1/listings': json(200, { id, url: 'https://shop.example/1' }),
    '/v1/items/grade': json(200, { items: [{ id, condition: 'Grade B+' }] }),
  });
  const relay = await startRelay(url, () => undefined);
  const sent = () => relay.lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  return { env: { ...env, RESALE_BASE_URL: relay.url }, sent };
};

describe('listings create', () => {
  const line = (condition: string, source: string) =>
    `listings create --shop-id S --condition '${condition}' --source ${source} --product-id A ${image}`;

  test.each([
    ['Like new', 'MARKET_SKU', 'Like new', 'MARKET_SKU'],
    ['good', 'sku', 'GOOD', 'COMMERCE_SKU'],
    ['worn', 'variant-id', 'worn', 'COMMERCE_PRODUCT_VARIANT_ID'],
  ])(
    'with --no-check, --condition %j --source %s is sent as %j and %s',
    async (said, from, condition, source) => {
      const { env, sent } = await newerService();
      const { exitCode } = await resale(`${line(said, from)} --no-check`, { env });
      expect([exitCode, sent()]).toEqual([
        0,
        [expect.objectContaining({ condition, productDataSourceType: source })],
      ]);
    },
  );

  it('prints them with --dry-run, too', async () => {
    const { env } = await newerService();
    const { stdout } = await resale(`${line('worn', 'sku')} --no-check -n`, { env });
    expect(JSON.parse(stdout).body.condition).toBe('worn');
  });

  it('without it lists the possible words, and sends nothing', async () => {
    const { env, sent } = await newerService();
    const screen = await resale(line('worn', 'sku'), { env });
    expect(errorOf(screen)).toMatchObject({
      code: 'usage',
      field: 'condition',
      message: expect.stringContaining('--condition must be one of new-with-tags,'),
    });
    expect([screen.exitCode, sent()]).toEqual([2, []]);
  });

  it('checks everything else all the same', async () => {
    const { env, sent } = await newerService();
    const screen = await resale(
      "listings create --condition worn --source NEW_ONE --image here --metadata 'a:=1' --no-check",
      { env },
    );
    expect(errorOf(screen).message).toBe(
      '--shop-id is missing; --image must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine.',
    );
    expect([screen.exitCode, sent()]).toEqual([2, []]);
  });
});

describe('grade', () => {
  test.each([
    ['Grade B+', 'Grade B+'],
    ['b_plus', 'b_plus'],
    ['good', 'GOOD'],
  ])('with --no-check, --condition %j is sent as %j', async (said, condition) => {
    const { env, sent } = await newerService();
    const { exitCode } = await resale(`grade ${id} --condition '${said}' --no-check`, { env });
    expect([exitCode, sent()]).toEqual([0, [{ items: [{ id, condition }] }]]);
  });

  it('without it asks for a word of the usual form', async () => {
    const { env } = await newerService();
    const screen = await resale(`grade ${id} --condition 'Grade B+'`, { env });
    expect(errorOf(screen).message).toMatch(
      /^--condition must be one of .*, not 'Grade B\+'; --no-check sends any other word\.$/,
    );
  });
});

describe('rows of a file', () => {
  const rows = `externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images
A,shop-second-meadow,WORN,COMMERCE_SKU,A,https://images.example/1.jpg
`;

  it('are faulty with a constant that the tool does not know', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('listings create --from -', { stdin: rows });
    expect([screen.exitCode, shop.changes()]).toEqual([2, []]);
    expect(screen.stderr).toContain('condition must be one of NEW_WITH_TAGS');
  });

  it('are sent with --no-check, and the service is who says no', async () => {
    const shop = await warehouse();
    const [exitCode, [report]] = await shop.reports('listings create --from - --no-check', { stdin: rows });
    expect([exitCode, shop.changes()]).toEqual([6, ['POST /v1/listings 400']]);
    expect(report).toMatchObject({
      outcome: 'refused',
      error: { message: expect.stringContaining('condition') },
    });
  });

  it('of grades, too', async () => {
    const shop = await warehouse();
    const stdin = `id,condition\n${id},Grade B+\n`;
    expect((await shop.resale('grade --from -', { stdin })).exitCode).toBe(2);
    const [, [report]] = await shop.reports('grade --from - --no-check', { stdin });
    expect([report?.outcome, shop.changes()]).toEqual(['applied', ['POST /v1/items/grade 200']]);
  });
});

test('a resumed run sends what the run was asked to send', async () => {
  const shop = await warehouse();
  const stdin = `id,condition\n${id},Grade B+\n`;
  const denied = { ...shop.env, RESALE_API_KEY: canaries.apiKey };
  const stopped = await shop.resale('grade --from - --no-check', { stdin, env: denied });
  const [exitCode, [report]] = await shop.reports('runs resume');
  expect([stopped.exitCode, exitCode, report?.outcome]).toEqual([4, 0, 'applied']);
  expect(shop.changes()).toEqual(['POST /v1/items/grade 403', 'POST /v1/items/grade 200']);
});

test('of the other commands none takes it', async () => {
  const { env } = await sandboxed();
  expect((await resale(`inventory set ${id} 5 --no-check`, { env })).exitCode).toBe(2);
});
