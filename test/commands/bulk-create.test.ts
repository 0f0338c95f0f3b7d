import { describe, expect, it, test } from 'vitest';
import { translations } from '../support/dialect.ts';
import { hangUp, startRelay } from '../support/relay.ts';
import { behind, killed, onlyList, started } from '../support/relayed.ts';
import { errorOf, placeOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { type Report, type Warehouse, warehouse } from '../support/warehouse.ts';

const image = 'https://images.example/1.jpg';
const columns = 'externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images';

const coats = ({ shopId }: Warehouse, ...names: string[]) =>
  [columns, ...names.map((name) => `${name},${shopId},GOOD,COMMERCE_SKU,COAT,${image}`), ''].join('\n');

describe('listings create --from', () => {
  it('creates a listing a row, each with one request', async () => {
    const shop = await warehouse();
    const [exitCode, reports] = await shop.reports('listings create --from -', {
      stdin: coats(shop, 'A', 'B'),
    });
    expect([exitCode, reports.map(({ outcome }) => outcome), shop.changes()]).toEqual([
      0,
      ['applied', 'applied'],
      ['POST /v1/listings 200', 'POST /v1/listings 200'],
    ]);
    const created = JSON.parse((await shop.resale('listings list')).stdout);
    expect(
      created.map(({ id, externalIdentifier }: Record<string, string>) => [externalIdentifier, id]).sort(),
    ).toEqual([
      ['A', reports[0]?.id],
      ['B', reports[1]?.id],
    ]);
  });

  test.each([
    [
      'images',
      '--image https://a.example/1.jpg',
      'line 2: images is missing; --image fills it in for the whole file',
    ],
    [
      'condition',
      '--condition good',
      'line 2: condition is missing; --condition fills it in for the whole file',
    ],
    [
      'productDataSourceType',
      '--source sku',
      'line 2: productDataSourceType is missing; --source fills it in for the whole file',
    ],
  ])('a file without %s says which flag gives it to all rows, and that works', async (left, flag, fault) => {
    const shop = await warehouse();
    const [head = [], row = []] = coats(shop, 'A')
      .split('\n')
      .map((line) => line.split(','));
    const without = (cells: string[]) => cells.filter((_, at) => head[at] !== left).join();
    const stdin = `${without(head)}\n${without(row)}\n`;
    expect(errorOf(await shop.resale('listings create --from -', { stdin })).details).toEqual([fault]);
    expect(await shop.reports(`listings create ${flag} --from -`, { stdin })).toMatchObject([
      0,
      [{ outcome: 'applied' }],
    ]);
  });

  it('refuses a field of a listing as the name of an option', async () => {
    const shop = await warehouse();
    const stdin = [
      'externalIdentifier,shopId,condition,productDataSourceType,manualProductOptions.title,manualProductOptions.categories,manualProductOptions.originalPrice,originalPrice,images',
      `A,${shop.shopId},GOOD,manual,Coat,Coats,12900,12900,${image}`,
    ].join('\n');
    expect(errorOf(await shop.resale('listings create --from -', { stdin })).details).toEqual([
      'line 2: manualProductOptions must not have originalPrice, which is a field of its own',
    ]);
    const typed = `listings create --shop-id ${shop.shopId} --condition good --title Coat --category Coats --original-price 1 --image ${image} --option originalPrice=1`;
    expect(errorOf(await shop.resale(typed)).message).toBe(
      '--option must not have originalPrice, which is a field of its own.',
    );
  });

  it('says how to close what it created, in place of an undo, and that line works', async () => {
    const shop = await warehouse();
    await shop.resale('listings create --from -', { stdin: coats(shop, 'A', 'B') });
    await shop.resale('listings create --from - --run again', { stdin: coats(shop, 'B', 'C') });
    const { hint } = errorOf(await shop.resale('runs undo again --yes'));
    const [, rows = '', closing = ''] =
      /^To close what the run created: resale (.*) \| resale (.*)$/.exec(String(hint)) ?? [];
    const [jq = ''] = /'.*'/.exec(rows) ?? [];
    const words = rows.replace(jq, 'JQ').split(' ');
    const { stdout } = await shop.resale(words.map((word) => (word === 'JQ' ? jq.slice(1, -1) : word)));
    expect(await shop.reports(`${closing} --yes`, { stdin: stdout })).toMatchObject([
      0,
      [{ outcome: 'applied' }],
    ]);
    const listed: { externalIdentifier: string; state: string }[] = JSON.parse(
      (await shop.resale('listings list')).stdout,
    );
    expect(listed.filter(({ state }) => state === 'CLOSED').map((one) => one.externalIdentifier)).toEqual([
      'C',
    ]);
  });

  it('takes the words that flags take, and writes a row that failed as it was typed', async () => {
    const shop = await warehouse();
    const row = (name: string, condition: string, source: string) =>
      `${name},${shop.shopId},${condition},${source},COAT,${image}\n`;
    const [good, bad] = [row('A', 'Minor-Defect', 'sku'), row('B', 'good', 'variant-IDs')];
    const { exitCode, stdout } = await shop.resale(
      'listings create --skip-invalid --failed-out failed.csv --from -',
      { stdin: `${columns}\n${good}${bad}` },
    );
    expect([exitCode, await shop.read('failed.csv')]).toEqual([6, `${columns}\n${bad}`]);
    expect(
      JSON.parse(stdout)
        .map(({ error }: Report) => error?.message ?? 'fine')
        .sort(),
    ).toEqual([
      'fine',
      expect.stringMatching(/^productDataSourceType must be one of COMMERCE_SKU, .*, not "variant-IDs"$/),
    ]);
    const [created] = JSON.parse((await shop.resale('listings list')).stdout);
    expect(created).toMatchObject({ externalIdentifier: 'A', condition: 'MINOR_DEFECT' });
  });

  test.each([
    ['https://store.example', 'must be nothing but a domain, such as store.example'],
    ['a b', 'must be nothing but a domain, such as store.example'],
    ['   ', 'must not be blank'],
  ])('a row with the domain %j: its fault, and nothing is sent', async (domain, problem) => {
    const shop = await warehouse();
    const [head, row] = coats(shop, 'A').split('\n');
    const csv = `${head},commercePlatformDomain\n${row},${domain}\n`;
    const ndjson = JSON.stringify({
      externalIdentifier: 'A',
      shopId: shop.shopId,
      condition: 'GOOD',
      productIdentifier: 'COAT',
      productDataSourceType: 'COMMERCE_SKU',
      images: [{ url: image }],
      commercePlatformDomain: domain,
    });
    for (const stdin of [csv, ndjson]) {
      const { exitCode, stderr } = await shop.resale('listings create --from -', { stdin });
      expect([exitCode, shop.changes()]).toEqual([2, []]);
      expect(stderr).toContain(`commercePlatformDomain ${problem}`);
    }
  });

  it('creates nothing if the file is run again, and says what exists', async () => {
    const shop = await warehouse();
    const stdin = coats(shop, 'A', 'B');
    const [, first] = await shop.reports('listings create --from -', { stdin });
    shop.requests.length = 0;
    const [exitCode, again] = await shop.reports('listings create --from -', { stdin });
    expect([exitCode, again.map(({ id, outcome }) => [id, outcome]), shop.changes()]).toEqual([
      0,
      first.map(({ id }) => [id, 'skipped']),
      [],
    ]);
  });

  it('creates anew what was sold and came back, and nothing if the file is run twice', async () => {
    const shop = await warehouse({ A: 0, B: 0 });
    const stdin = coats(shop, 'A', 'B');
    const [exitCode, reports] = await shop.reports('listings create --from -', { stdin });
    expect([exitCode, reports.map(({ outcome }) => outcome)]).toEqual([0, ['applied', 'applied']]);
    expect(reports.map(({ id }) => id)).not.toContain(shop.ids.A);
    const [, again] = await shop.reports('listings create --from -', { stdin });
    expect(again.map(({ id, outcome }) => [id, outcome])).toEqual(reports.map(({ id }) => [id, 'skipped']));
    expect(shop.changes()).toHaveLength(2);
  });

  it('refuses a row whose external identifier is that of an open listing with another SKU', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = coats(shop, 'A', 'B');
    const screen = await shop.resale('listings create --from -', { stdin });
    const message = `the listing ${shop.ids.A} has the external identifier A and another SKU, A, not COAT`;
    expect([screen.exitCode, errorOf(screen).details, shop.changes()]).toEqual([
      2,
      [`line 2: ${message}`],
      [],
    ]);
    expect(await shop.reports('listings create --from - --skip-invalid', { stdin })).toMatchObject([
      6,
      [{ outcome: 'refused', error: { code: 'another-product', message } }, { outcome: 'applied' }],
    ]);
  });

  it('skips a row whose product can not be compared, since listings show only the SKU of the platform', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = coats(shop, 'A').replace('COMMERCE_SKU', 'EXTERNAL_PRODUCT_VARIANT_SKU');
    const [exitCode, reports] = await shop.reports('listings create --from -', { stdin });
    expect([exitCode, reports]).toMatchObject([0, [{ outcome: 'skipped', id: shop.ids.A }]]);
  });

  it('takes in every field, with dots, pictures and categories parted by |', async () => {
    const shop = await warehouse();
    const stdin = [
      'externalIdentifier;shopId;condition;productDataSourceType;manualProductOptions.title;manualProductOptions.categories;manualProductOptions.colour;originalPrice;description;metadata.shelf;metadata.box:int;brand;images',
      `A;${shop.shopId};EXCELLENT;MANUAL_PRODUCT_OPTIONS;Wool coat;Coats | Winter;red;12900;Warm;B12;7;Hollow;${image} the front|${image}?2`,
    ].join('\n');
    let sent = '';
    const { url } = await startRelay(shop.baseUrl, () => undefined);
    const relayed = await startRelay(url, () => undefined);
    const screen = await shop.resale('listings create --from -', {
      stdin,
      env: { ...shop.env, RESALE_BASE_URL: relayed.url },
    });
    sent = relayed.lines.find((line) => line.startsWith('POST')) ?? '';
    expect([screen.exitCode, translations.body.fromWire(JSON.parse(sent.slice(sent.indexOf('{'))))]).toEqual([
      0,
      {
        externalIdentifier: 'A',
        shopId: shop.shopId,
        condition: 'EXCELLENT',
        productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
        manualProductOptions: { title: 'Wool coat', categories: ['Coats', 'Winter'], colour: 'red' },
        originalPrice: 12900,
        description: 'Warm',
        metadata: { shelf: 'B12', box: 7 },
        brand: 'Hollow',
        images: [{ url: image, notes: 'the front' }, { url: `${image}?2` }],
      },
    ]);
  });

  it('shows the plan with the external identifiers', async () => {
    const shop = await warehouse({ COAT: 1 });
    const [, plan] = await shop.reports('listings create --from - -n', { stdin: coats(shop, 'COAT', 'B') });
    expect(plan).toEqual([
      expect.objectContaining({ line: 2, id: shop.ids.COAT, effect: 'skip', request: null }),
      expect.objectContaining({ line: 3, id: null, effect: 'create', externalIdentifier: 'B' }),
    ]);
    expect(shop.changes()).toEqual([]);
  });

  it('shows the requests with -n, as they are shown of one listing', async () => {
    const shop = await warehouse();
    const stdin = coats(shop, 'A', '');
    const one = `listings create --shop-id ${shop.shopId} --condition good --source sku --product-id COAT --image ${image} -n`;
    const previewed = async (line: string) => {
      const { headers: _, ...request } = JSON.parse((await shop.resale(line)).stdout);
      return { request };
    };
    const requests = [await previewed(`${one} --external-id A`), await previewed(one)];
    const line = 'listings create --from - -n';
    expect((await shop.reports(line, { stdin }))[1]).toMatchObject(requests);
    const { stdout } = await shop.resale(`${line} -o ndjson`, { stdin });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((record) => JSON.parse(record)),
    ).toMatchObject(requests);
    expect(JSON.stringify(requests)).not.toContain(shop.env.RESALE_API_KEY);
  });
});

describe('an external identifier', () => {
  it('may be left out: the plan and the question say what that means, and for how many rows', async () => {
    const shop = await warehouse();
    await shop.file('rows.csv', coats(shop, '', 'B', ''));
    const caveat = '(2 without an external identifier: these stay unknown if the answer is lost)';
    const asked = await shop.resale('listings create --from rows.csv', { terminal: 400, typed: 'n\n' });
    expect(asked.stderr).toContain(`Plan: 3 rows: 3 to create ${caveat}.`);
    expect(asked.stderr).toContain(`This creates 3 listings ${caveat} at ${placeOf(shop)}. Go on?`);
    const { exitCode, stdout, stderr } = await shop.resale('listings create --from rows.csv');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(caveat)]);
    expect(JSON.parse(stdout)).toMatchObject(Array(3).fill({ outcome: 'applied' }));
  });

  it('is all that finds a listing whose answer was lost: without one it stays unknown, and is not sent again', async () => {
    const shop = await behind({}, () => ({ afterwards: hangUp }));
    const { run, exitCode } = await started(shop, coats(shop, '', ''), 'listings create');
    await shop.resale(`runs resume ${run}`);
    const [record] = JSON.parse((await shop.resale('runs list')).stdout);
    expect([exitCode, record.counts.unknown, shop.relay.changes()]).toEqual([8, 2, 2]);
    const { stdout } = await shop.resale(`runs resolve ${run}`);
    expect(JSON.parse(stdout)).toMatchObject(Array(2).fill({ id: null, looks: 'unreadable' }));
  });

  it('is made from the run and the row with --derive-external-id', async () => {
    const shop = await warehouse();
    const [exitCode] = await shop.reports('listings create --from - --derive-external-id', {
      stdin: coats(shop, '', 'B', ''),
    });
    const [{ run }] = JSON.parse((await shop.resale('runs list')).stdout);
    expect([exitCode, Object.keys(await shop.stock()).sort()]).toEqual([0, [`${run}-1`, `${run}-3`, 'B']]);
  });

  it('that appears twice in the file is a fault', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('listings create --from -', { stdin: coats(shop, 'A', 'B', 'A') });
    expect(errorOf(screen).details).toEqual(['line 4: an earlier row has the external identifier A, too']);
  });

  it('is how a lost answer is explained: the one listing that has it was created', async () => {
    const shop = await warehouse();
    const { url, changes } = await startRelay(shop.baseUrl, (method) =>
      method === 'POST' ? { afterwards: hangUp } : undefined,
    );
    const [exitCode, [report]] = await shop.reports('listings create --from - --settle 0', {
      stdin: coats(shop, 'A'),
      env: { ...shop.env, RESALE_BASE_URL: url },
    });
    expect([exitCode, report?.outcome, changes()]).toEqual([0, 'converged', 1]);
    expect(await shop.stock()).toEqual({ A: expect.any(Number) });
  });

  it('that closed listings have explains one all the same, also after a kill: by the listing that is new', async () => {
    const shop = await behind({ A: 0, B: 0 }, () => ({ afterwards: hangUp }));
    const { run, stdout } = await started(shop, coats(shop, 'A', 'B'), 'listings create');
    await killed(shop, run);
    const [, [, resumed]] = await shop.reports(`runs show ${run} --rows`);
    expect(resumed?.outcome).toBe('unknown');
    await shop.resale(`runs resume ${run} --settle 0`);
    const [, rows] = await shop.reports(`runs show ${run} --rows`);
    const open: { id: string; externalIdentifier: string }[] = JSON.parse(
      (await shop.resale('listings list --state open')).stdout,
    );
    const created = ['A', 'B'].map((name) => ({
      id: open.find(({ externalIdentifier }) => externalIdentifier === name)?.id,
      outcome: 'converged',
    }));
    expect(JSON.parse(stdout)).toMatchObject(created);
    expect([rows, open.length, shop.relay.changes()]).toMatchObject([created, 2, 2]);
  });

  it('that a closed listing has proves nothing where the service answers with that one', async () => {
    const shop = await behind({ A: 0 }, () => undefined);
    const old = { id: shop.ids.A, url: 'https://shop.example/a' };
    Object.assign(shop.weather, { meddle: () => ({ instead: json(200, old) }), reads: onlyList });
    const { exitCode, stdout } = await started(shop, coats(shop, 'A'), 'listings create');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([8, [{ outcome: 'unknown', id: null }]]);
  });
});

describe('every rule of the payload is held against each row', () => {
  test.each([
    ['condition', { condition: 'SHINY' }, /^line 2: condition /],
    ['shopId', { shopId: '' }, /^line 2: shopId /],
    ['originalPrice', { originalPrice: '0' }, /^line 2: originalPrice must be 1 or more, not 0$/],
    ['images', { images: 'no address' }, /^line 2: images/],
    ['images', { images: '' }, /^line 2: images/],
    ['productIdentifier', { productIdentifier: '' }, /^line 2: productIdentifier /],
    [
      'metadata',
      { 'metadata.a': '1', 'metadata.b': '2', 'metadata.c': '3', 'metadata.d': '4' },
      /^line 2: metadata /,
    ],
  ])('%s', async (_, changed, message) => {
    const shop = await warehouse();
    const row: Record<string, string> = {
      externalIdentifier: 'A',
      shopId: shop.shopId,
      condition: 'GOOD',
      productDataSourceType: 'COMMERCE_SKU',
      productIdentifier: 'COAT',
      images: image,
      ...changed,
    };
    const stdin = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`;
    const screen = await shop.resale('listings create --from -', { stdin });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([2, [expect.stringMatching(message)]]);
    expect(shop.requests).toEqual([]);
  });
});
