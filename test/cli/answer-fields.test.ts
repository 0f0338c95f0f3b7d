import { describe, expect, it, test } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const listing = {
  id: 'a',
  state: 'OPEN',
  images: [{ url: 'https://images.example/1.jpg', notes: 'left' }, { url: 'https://images.example/2.jpg' }],
  styles: { border: 'none', colour: 'navy' },
  location: 7,
};

/** A service with one listing, which has fields that are documented nowhere. */
const withListing = () =>
  startService({
    '/v1/listings': json(200, { listings: [listing], pageInfo: { hasNextPage: false } }),
  });

describe('the fields that were named, in their order', () => {
  test.each([
    ['--fields state,id', '[\n  {\n    "state": "OPEN",\n    "id": "a"\n  }\n]\n'],
    [
      '-o ndjson --fields images.url,styles.colour',
      `${JSON.stringify({ images: listing.images.map(({ url }) => ({ url })), styles: { colour: 'navy' } })}\n`,
    ],
    [
      '-o csv --fields state,images.url,styles',
      'state,images.url,styles\nOPEN,https://images.example/1.jpg|https://images.example/2.jpg,"{""border"":""none"",""colour"":""navy""}"\n',
    ],
    ['-o yaml --fields styles.border', '- styles:\n    border: none\n...\n'],
    ['-o table --fields state,location', 'STATE  LOCATION\nOPEN   7\n'],
    ['--fields location --jq .[]', '{"location":7}\n'],
    ["--fields ' id , state ' -o ndjson", '{"id":"a","state":"OPEN"}\n'],
  ])('listings list %s', async (flags, screen) => {
    const { env } = await withListing();
    expect(await resale(`listings list ${flags}`, { env })).toEqual({
      exitCode: 0,
      stdout: screen,
      stderr: '',
    });
  });

  it('on a terminal one record is a card of them, and of nothing else', async () => {
    const { env } = await startService({
      '/v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf': json(200, {
        ...listing,
        id: '90025b3b-3c3c-4d40-91b1-88d4177828cf',
      }),
    });
    const line = 'listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf --fields images.url,state';
    expect((await resale(line, { env, terminal: 80 })).stdout).toBe(
      'IMAGES.URL  https://images.example/1.jpg, https://images.example/2.jpg\nSTATE       * open\n',
    );
  });

  it('keep all digits of their numbers', async () => {
    const { env } = await startService({
      '/v1/listings': (response) =>
        response.end(
          '{"listings":[{"id":"a","serial":12345678901234567890}],"pageInfo":{"hasNextPage":false}}',
        ),
    });
    const line = 'listings list --fields serial -o';
    expect((await resale(`${line} ndjson`, { env })).stdout).toBe('{"serial":12345678901234567890}\n');
    expect((await resale(`${line} yaml`, { env })).stdout).toBe('- serial: 12345678901234567890\n...\n');
  });
});

const fields = 'id, state, condition, sku, availableInventory, externalIdentifier';

describe('a field that is not there: exit 2, and which there are', () => {
  it.each(['json', 'ndjson', 'csv', 'yaml', 'table'])('-o %s prints nothing', async (format) => {
    const { env } = await withListing();
    const { exitCode, stdout, stderr } = await resale(`listings list --fields sate -o ${format}`, { env });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `--fields names sate, which is not there (did you mean state?); there are ${fields}, images, styles, location.`,
    );
  });

  it('a documented one that this record lacks is left out', async () => {
    const { env } = await withListing();
    expect((await resale('listings list --fields id,sku -o ndjson', { env })).stdout).toBe('{"id":"a"}\n');
  });

  it('is not told of an empty list, which has no fields at all', async () => {
    const { env } = await sandboxed({ listings: 0 });
    expect(await resale('listings list --fields new', { env })).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
    });
  });

  it.each([
    ['inventory set A 5 --fields afer', 'afer, which is not there (did you mean after?)'],
    ['inventory set A 5 --fields line', 'line, which is not there'],
    ['inventory adjust A 1 --fields x', 'x, which is not there'],
    ['inventory set --from rows.csv --yes --fields lnie', 'lnie, which is not there (did you mean line?)'],
    [
      'inventory set --from rows.csv --yes --fields availableInventory',
      'availableInventory, which is not there',
    ],
    ['listings close A --yes --fields outcom', 'outcom, which is not there (did you mean outcome?)'],
    ['grade A --condition good --fields x', 'x, which is not there'],
    ['api PUT /v1/listings/A/inventory --fields id', '--fields goes only with GET'],
  ])('%s sends nothing', async (line, sentence) => {
    const shop = await warehouse({ A: 1 });
    await shop.file('rows.csv', 'sku,quantity\nA,5\n');
    const before = shop.requests.length;
    const screen = await shop.resale(line.replace('A', shop.ids.A ?? ''));
    expect(screen.exitCode).toBe(2);
    expect(screen.stderr).toContain(sentence);
    expect(shop.requests.length).toBe(before);
    expect(await shop.stock()).toEqual({ A: 1 });
  });

  it('of a part, what it is a part of is known', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('rows.csv', 'sku,quantity\nnone,5\nA,1\n');
    const line = 'inventory set --from rows.csv --skip-invalid --yes --fields line,error.code -o ndjson';
    expect((await shop.resale(line)).stdout.trim().split('\n').sort()).toEqual([
      '{"line":2,"error":{"code":"not-found"}}',
      '{"line":3}',
    ]);
  });

  it('names that are none are told as such', async () => {
    for (const said of ["''", 'a,,b', '.a', 'a.', 'a..b']) {
      const screen = await resale(`listings list --fields ${said}`);
      expect([screen.exitCode, errorOf(screen).message]).toEqual([
        2,
        `--fields must be names separated by commas, such as id,state, not '${said.replaceAll("'", '')}'.`,
      ]);
    }
  });
});
