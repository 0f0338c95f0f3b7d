import { describe, expect, it, test } from 'vitest';
import type { Grading } from '../../src/service/grading.ts';
import { translations } from '../support/dialect.ts';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

const image = 'https://images.example/1.jpg';

/** A shop behind a relay, of which it is known what was sent. */
const watched = async (meddle: (before: number) => Meddling | undefined = () => undefined) => {
  const shop = await warehouse();
  const relay = await startRelay(shop.baseUrl, (method, before) =>
    method === 'POST' ? meddle(before) : undefined,
  );
  shop.env.RESALE_BASE_URL = relay.url;
  const bodies = () =>
    relay.lines
      .filter((line) => line.startsWith('POST'))
      .map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  return {
    ...shop,
    created: () => bodies().map(translations.body.fromWire),
    graded: () => bodies().flatMap((body) => (translations.body.fromWire(body) as Grading).items),
  };
};

const everything = ({ shopId }: Warehouse): string =>
  `--shop-id ${shopId} --condition good --source sku --product-id COAT --image ${image} --brand Hollow`;

const common = ({ shopId }: Warehouse) => ({
  shopId,
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'COAT',
  images: [{ url: image }],
  brand: 'Hollow',
});

describe('the flags of one listing fill in what the rows of a file leave out', () => {
  test.each([
    ['CSV', 'externalIdentifier,condition,brand\nA,,\nB,Excellent,Moss\n'],
    [
      'NDJSON',
      '{"externalIdentifier":"A"}\n{"externalIdentifier":"B","condition":"Excellent","brand":"Moss"}\n',
    ],
    [
      'JSON',
      '[{"externalIdentifier":"A"},{"externalIdentifier":"B","condition":"Excellent","brand":"Moss"}]',
    ],
  ])('in %s, where a value of its own wins', async (_, stdin) => {
    const shop = await watched();
    const { exitCode, stderr } = await shop.resale(
      `listings create --from - --concurrency 1 ${everything(shop)}`,
      { stdin },
    );
    expect([exitCode, shop.created()]).toEqual([
      0,
      [
        { ...common(shop), externalIdentifier: 'A' },
        { ...common(shop), externalIdentifier: 'B', condition: 'EXCELLENT', brand: 'Moss' },
      ],
    ]);
    expect(stderr).toContain(`Filled in where the rows leave it out:
  shopId ${shop.shopId} from --shop-id, for 2 rows
  condition GOOD from --condition, for 1 row
  productDataSourceType COMMERCE_SKU from --source, for 2 rows
  brand Hollow from --brand, for 1 row
`);
  });

  it('name by name of metadata and manual options, these only in rows of that source', async () => {
    const shop = await watched();
    const manual = { productDataSourceType: 'MANUAL_PRODUCT_OPTIONS', originalPrice: 900 };
    const rows = [
      { externalIdentifier: 'A', metadata: { shelf: 'own' }, manualProductOptions: { title: 'Own' } },
      { externalIdentifier: 'B', productDataSourceType: 'COMMERCE_SKU', productIdentifier: 'COAT' },
    ];
    const { exitCode, stderr } = await shop.resale(
      `listings create --from - --concurrency 1 --shop-id ${shop.shopId} --condition good --image ${image} --title Coat --category Coats --option constructor=x --original-price 900 --metadata shelf=B1 --metadata box:=7 --description 'Two\nlines'`,
      { stdin: rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
    );
    const both = {
      shopId: shop.shopId,
      condition: 'GOOD',
      images: [{ url: image }],
      description: 'Two\nlines',
    };
    expect([exitCode, shop.created()]).toEqual([
      0,
      [
        {
          ...both,
          ...manual,
          externalIdentifier: 'A',
          metadata: { shelf: 'own', box: 7 },
          manualProductOptions: { title: 'Own', categories: ['Coats'], constructor: 'x' },
        },
        { ...both, originalPrice: 900, ...rows[1], metadata: { shelf: 'B1', box: 7 } },
      ],
    ]);
    expect(stderr).toContain(
      '\n  productDataSourceType MANUAL_PRODUCT_OPTIONS from --title, --category, --option, for 1 row\n',
    );
    expect(stderr).toContain('\n  manualProductOptions.categories ["Coats"] from --category, for 1 row\n');
    expect(stderr).toContain('\n  metadata.shelf B1 from --metadata, for 1 row\n');
    expect(stderr).toContain('\n  description Two lines from --description, for 2 rows\n');
  });

  it('and the shop of the profile, unless --shop-id names another; the plan says so', async () => {
    const shop = await watched();
    const { RESALE_CLIENT_ID: id, RESALE_API_KEY: stdin = '' } = shop.env;
    const env = { RESALE_CONFIG_DIR: `${shop.cwd}/config`, RESALE_STATE_DIR: `${shop.cwd}/state` };
    await shop.resale(
      `profiles add live --base-url ${shop.baseUrl} --client-id ${id} --api-key-stdin --shop-id OF-THE-PROFILE`,
      { stdin, env },
    );
    await shop.file('rows.csv', `externalIdentifier,shopId\nA,\nB,${shop.shopId}\nC,\n`);
    const line = `listings create --from rows.csv ${everything(shop).replace(/--shop-id \S+/, '')} -p live -n`;
    expect((await shop.resale(line, { env })).stderr).toContain(
      'shopId OF-THE-PROFILE from the profile, for 2 rows\n',
    );
    expect((await shop.resale(`${line} --shop-id OTHER`, { env })).stderr).toContain(
      'shopId OTHER from --shop-id, for 2 rows\n',
    );
  });

  it('says nothing of rows to which nothing is done', async () => {
    const shop = await watched();
    const line = `listings create --from - ${everything(shop)}`;
    await shop.resale(line, { stdin: 'externalIdentifier\nA\n' });
    const { stderr } = await shop.resale(line, { stdin: 'externalIdentifier\nA\n' });
    expect(stderr).not.toContain('Filled in');
  });

  test.each([
    ['--condition godo', /^--condition must be one of .*, not 'godo' \(did you mean good\?\)/],
    ['--metadata a=1 --metadata a=2', '--metadata names a twice'],
    ['--source sku --title Coat', '--title goes only with --source manual'],
    ["--brand ' '", '--brand must not be blank'],
    ['--image nowhere', /^--image /],
    [
      '--metadata a=1 --metadata b=2 --metadata c=3 --metadata d=4',
      '--metadata must have at most 3 properties',
    ],
  ])('and what is wrong with them is said of them: %s', async (flags, message) => {
    const shop = await warehouse();
    const screen = await shop.resale(`listings create --from - ${flags}`, {
      stdin: 'externalIdentifier\nA\n',
    });
    expect([screen.exitCode, shop.requests]).toEqual([2, []]);
    expect(errorOf(screen).message).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    );
  });

  it('a row that is still not whole is at fault by itself', async () => {
    const shop = await warehouse();
    const screen = await shop.resale(`listings create --from - --condition good`, {
      stdin: `externalIdentifier,shopId,productDataSourceType,productIdentifier,images\nA,S,sku,COAT,\n`,
    });
    expect(errorOf(screen).details).toEqual([expect.stringMatching(/^line 2: images is missing/)]);
  });

  it('a run that goes on fills in the same, and rows that failed can be fed back', async () => {
    const wrongKeys = { instead: json(401, { error: 'These keys are not known.' }) };
    let isCalm = false;
    const shop = await watched((before) => (before === 1 && !isCalm ? wrongKeys : undefined));
    await shop.file('rows.csv', 'externalIdentifier\nA\nB\nC\n');
    const line = `listings create --from rows.csv --concurrency 1 --max-retries 0 ${everything(shop)}`;
    const { exitCode } = await shop.resale(`${line} --failed-out failed.csv`);
    expect([exitCode, await shop.read('failed.csv')]).toEqual([4, 'externalIdentifier\nB\nC\n']);
    isCalm = true;
    const resumed = await shop.resale('runs resume');
    expect([resumed.exitCode, shop.created().slice(2)]).toEqual([
      0,
      ['B', 'C'].map((externalIdentifier) => ({ ...common(shop), externalIdentifier })),
    ]);
    expect(resumed.stderr).toContain('\n  condition GOOD, for 2 rows\n');
    const again = await shop.resale(line.replace('rows.csv', 'failed.csv'));
    expect(JSON.parse(again.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'skipped',
      'skipped',
    ]);
    const [{ run }] = JSON.parse((await shop.resale('runs list')).stdout);
    expect((await shop.resale(`runs show ${run} -o table`)).stdout).toContain('"condition":"GOOD"');
  });
});

const [one, two] = ['7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e61', '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e62'];

describe('the flags of one grade', () => {
  test.each([
    ['CSV', `id,condition,notes\n${one},,\n${two},minor-defect,torn\n`],
    ['NDJSON', `{"id":"${one}"}\n{"id":"${two}","condition":"minor-defect","notes":"torn"}\n`],
    ['JSON', `[{"id":"${one}"},{"id":"${two}","condition":"minor-defect","notes":"torn"}]`],
  ])('fill in what the rows leave out, in %s', async (_, stdin) => {
    const shop = await watched();
    const { exitCode, stderr } = await shop.resale(
      `grade --from - --condition good --notes worn --image ${image}`,
      { stdin },
    );
    const images = [{ url: image }];
    expect([exitCode, shop.graded()]).toEqual([
      0,
      [
        { id: one, condition: 'GOOD', notes: 'worn', images },
        { id: two, condition: 'MINOR_DEFECT', notes: 'torn', images },
      ],
    ]);
    expect(stderr).toContain(
      '\n  condition GOOD from --condition, for 1 row\n  notes worn from --notes, for 1 row\n',
    );
  });

  it('are held to the known grades, unless --no-check says otherwise', async () => {
    const shop = await watched();
    const stdin = `id\n${one}\n`;
    const screen = await shop.resale('grade --from - --condition FOR_PARTS', { stdin });
    expect([screen.exitCode, shop.graded()]).toEqual([2, []]);
    expect(errorOf(screen).message).toMatch(/^--condition must be one of .*, not 'FOR_PARTS'/);
    await shop.resale('grade --from - --condition FOR_PARTS --no-check', { stdin });
    expect(shop.graded()).toEqual([{ id: one, condition: 'FOR_PARTS' }]);
  });
});

describe('reports', () => {
  it('have the url of a listing that was created, and runs show has it, too', async () => {
    const shop = await watched((before) =>
      before === 1 ? { instead: json(422, { error: 'No.' }) } : undefined,
    );
    const line = `listings create --from - --concurrency 1 ${everything(shop)}`;
    const { stdout } = await shop.resale(line, { stdin: 'externalIdentifier\nA\nB\n' });
    const [a, b] = JSON.parse(stdout);
    expect([a.url, b.outcome, b.url]).toEqual([expect.stringContaining(a.id), 'refused', null]);
    const [{ run }] = JSON.parse((await shop.resale('runs list')).stdout);
    const shown = JSON.parse((await shop.resale(`runs show ${run} --rows`)).stdout);
    expect(shown).toEqual([
      { row: 1, ...a },
      { row: 2, ...b },
    ]);
    for (const format of ['csv', 'ndjson', 'yaml', 'table'])
      expect((await shop.resale(`runs show ${run} --rows -o ${format}`)).stdout).toContain(a.url);
    for (const format of ['csv', 'ndjson', 'yaml', 'table']) {
      const printed = await shop.resale(`${line} -o ${format} --derive-external-id`, {
        stdin: 'externalIdentifier,description\n,x\n',
      });
      expect(printed.stdout).toMatch(/https?:\/\/\S+\/[0-9a-f-]{36}/);
    }
    expect(
      (await shop.resale(`${line} --fields line,url`, { stdin: 'externalIdentifier\nZ\n' })).stdout,
    ).toMatch(/^\[\s+\{\s+"line": 2,\s+"url": "/);
  });

  it('have no grade where the answer was lost', async () => {
    const shop = await watched(() => ({ afterwards: hangUp }));
    const [, [report]] = await shop.reports('grade --from - --settle 0 --condition good', {
      stdin: `id\n${one}\n`,
    });
    expect(report).toMatchObject({ outcome: 'unknown', condition: null });
  });

  it('of inventories stay as they were', async () => {
    const shop = await warehouse({ A: 1 });
    const { stdout } = await shop.resale('inventory set --from - -o csv', { stdin: 'sku,quantity\nA,2\n' });
    expect(stdout).toBe(`line,id,outcome,before,after,error\n2,${shop.ids.A},applied,1,2,\n`);
  });
});
