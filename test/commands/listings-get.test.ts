import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const nobody = '00000000-0000-4000-8000-000000000000';

interface Listing {
  id: string;
  sku: string;
  externalIdentifier: string | null;
}

const listingsOf = async ({ env }: SandboxedTest): Promise<Listing[]> =>
  JSON.parse((await resale('listings list', { env })).stdout);

/** A sandbox with a few listings, and its first two. */
const withTwo = async () => {
  const sandbox = await sandboxed({ listings: 4 });
  const [one, two] = (await listingsOf(sandbox)) as [Listing, Listing];
  sandbox.requests.length = 0;
  return { ...sandbox, one, two };
};

describe('one identifier', () => {
  it('prints an object', async () => {
    const { env, one, requests } = await withTwo();
    const { exitCode, stdout, stderr } = await resale(`listings get ${one.id}`, { env });
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, one, '']);
    expect(requests).toEqual([`GET /v1/listings/${one.id} 200`]);
  });

  it('may be written in capitals', async () => {
    const { env, one } = await withTwo();
    const { stdout } = await resale(`listings get ${one.id.toUpperCase()}`, { env });
    expect(JSON.parse(stdout)).toEqual(one);
  });

  it('is a card on a terminal', async () => {
    const { env, one } = await withTwo();
    const { stdout } = await resale(`listings get ${one.id}`, { env, terminal: 80 });
    expect(stdout).toMatch(
      new RegExp(
        `^ID +${one.id}\nSTATE +[*-] \\S+\nCONDITION +. \\S+\nSKU +\\S+\nINVENTORY +\\d+\nEXTERNAL ID +RETURN-000001\n$`,
      ),
    );
  });

  it('is a line with -o ndjson, and a line below a header with -o csv', async () => {
    const { env, one } = await withTwo();
    const ndjson = (await resale(`listings get ${one.id} -o ndjson`, { env })).stdout;
    expect([JSON.parse(ndjson), ndjson.split('\n').length]).toEqual([one, 2]);
    const csv = (await resale(`listings get ${one.id} -o csv`, { env })).stdout.split('\n');
    expect([csv[1]?.split(',')[0], csv.length]).toEqual([one.id, 3]);
  });

  it('keeps unknown fields, on a terminal too, and numbers of any length', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"id":"${nowhere}","batch":12345678901234567890}`),
    });
    const { stdout } = await resale(`listings get ${nowhere}`, { env });
    expect(stdout).toContain('"batch": 12345678901234567890');
    const screen = await resale(`listings get ${nowhere}`, { env, terminal: 80 });
    expect(screen.stdout).toMatch(/^batch +12345678901234567890$/m);
  });

  it('that the service does not know: exit 3', async () => {
    const { env, baseUrl } = await sandboxed();
    const screen = await resale(`listings get ${nowhere}`, { env });
    expect([screen.exitCode, screen.stdout]).toEqual([3, '']);
    expect(errorOf(screen)).toMatchObject({
      code: 'not-found',
      message: 'There is no listing with this identifier.',
      hint: `That was GET ${baseUrl}/v1/listings/${nowhere}.`,
      status: 404,
      retryable: false,
    });
  });

  it('an answer that speaks of another listing is not believed', async () => {
    const { env } = await startService({ [`/v1/listings/${nowhere}`]: json(200, { id: nobody }) });
    const screen = await resale(`listings get ${nowhere}`, { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen).code]).toEqual([1, '', 'bad-answer']);
  });
});

describe('several identifiers', () => {
  it('print an array, in their order', async () => {
    const { env, one, two } = await withTwo();
    const { exitCode, stdout } = await resale(`listings get ${two.id} ${one.id}`, { env });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, [two, one]]);
  });

  it('if some are not found: the rest is printed, the missing ones are named, exit 3', async () => {
    const { env, one, two } = await withTwo();
    const screen = await resale(`listings get ${one.id} ${nowhere} ${two.id} ${nobody}`, { env });
    expect([screen.exitCode, JSON.parse(screen.stdout)]).toEqual([3, [one, two]]);
    expect(errorOf(screen)).toMatchObject({
      message: `No listing has the identifier ${nowhere}, the identifier ${nobody}; the service said: There is no listing with this identifier.`,
      hint: `That was GET ${env.RESALE_BASE_URL}/v1/listings/${nowhere}; is the base URL right?`,
      status: 404,
      requestId: expect.any(String),
    });
  });

  it('if none is found: an empty array', async () => {
    const { env } = await sandboxed();
    const { exitCode, stdout } = await resale(`listings get ${nowhere} ${nobody}`, { env });
    expect([exitCode, stdout]).toEqual([3, '[]\n']);
  });

  it('a 404 that is not from the service says nothing about listings', async () => {
    const { env } = await startService({});
    const screen = await resale(`listings get ${nowhere} ${nobody}`, { env });
    expect([screen.exitCode, errorOf(screen).hint]).toEqual([
      3,
      'The answer did not come from the service: is the base URL right? The base URL comes from RESALE_BASE_URL.',
    ]);
    expect(screen.stdout).toBe('');
  });
});

describe('by name', () => {
  it('--external-id finds listings in one pass over the list, and prints an array', async () => {
    const { env, two, requests } = await withTwo();
    const { exitCode, stdout } = await resale('listings get --external-id RETURN-000002', { env });
    expect([exitCode, JSON.parse(stdout), requests]).toEqual([0, [two], ['GET /v1/listings 200']]);
  });

  it('--sku finds every listing of a SKU', async () => {
    const { env, shopId } = await sandboxed({ listings: 3 });
    const line = `listings create --shop-id ${shopId} --condition good --source sku --product-id TWICE --image https://images.example/1.jpg`;
    const created = [await resale(line, { env }), await resale(line, { env })];
    const { stdout } = await resale('listings get --sku TWICE', { env });
    expect(JSON.parse(stdout).map(({ id }: Listing) => id)).toEqual(
      created.map((screen) => JSON.parse(screen.stdout).id),
    );
  });

  it('both may be given, and repeated; a listing that matches twice is printed once', async () => {
    const { env, one, two } = await withTwo();
    const line = `listings get --sku ${one.sku} --external-id RETURN-000001 --external-id RETURN-000002`;
    expect(JSON.parse((await resale(line, { env })).stdout)).toEqual([one, two]);
  });

  it('what is not found is named: exit 3', async () => {
    const { env, one } = await withTwo();
    const screen = await resale('listings get --external-id RETURN-000001 --external-id X --sku Y', { env });
    expect([screen.exitCode, JSON.parse(screen.stdout)]).toEqual([3, [one]]);
    expect(errorOf(screen)).toMatchObject({
      message: 'No listing has the external identifier X, the SKU Y.',
      hint: 'A name must be written exactly as the list has it: resale listings list',
    });
  });
});

test.each([
  ['', 'ID is missing (or give --external-id or --sku).'],
  ["' '", 'ID must not be blank.'],
  [`${nowhere} --sku X`, 'ID does not go with --sku.'],
  ["--sku ''", '--sku must not be empty.'],
])('listings get %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`listings get ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

describe('--dry-run', () => {
  it('prints a request for each identifier', async () => {
    const { env, requests } = await sandboxed();
    const one = JSON.parse((await resale(`listings get ${nowhere} -n`, { env })).stdout);
    expect(one).toMatchObject({
      method: 'GET',
      url: `${env.RESALE_BASE_URL}/v1/listings/${nowhere}`,
      body: null,
    });
    const two = JSON.parse((await resale(`listings get ${nowhere} ${nobody} -n`, { env })).stdout);
    expect([two[0], two.length, requests]).toEqual([one, 2, []]);
  });

  it('prints the request for the list if it would be searched', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('listings get --sku A -n', { env });
    expect(printedIn(stdout).url).toBe(`${env.RESALE_BASE_URL}/v1/listings?limit=200`);
  });
});
