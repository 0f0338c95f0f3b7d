import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

interface Listing {
  id: string;
  sku: string;
  state: string;
  availableInventory: number;
}

/** A sandbox with three listings, of which RETURN-000001 has two items for sale, and its first listing. */
const withTwoForSale = async () => {
  const sandbox = await sandboxed({ listings: 3 });
  const read = async (): Promise<Listing> =>
    JSON.parse((await resale('listings get --external-id RETURN-000001', sandbox)).stdout)[0];
  const one = await read();
  expect((await resale(`inventory set ${one.id} 2`, sandbox)).exitCode).toBe(0);
  sandbox.requests.length = 0;
  return { ...sandbox, one, read };
};

describe('a change of a listing by another name', () => {
  it.each([
    ['inventory set 5 --external-id RETURN-000001', 5],
    ['inventory set --external-id RETURN-000001 5', 5],
    ['inventory set 5 --sku SKU', 5],
    ['inventory set 5 --expect 2 --sku SKU', 5],
    ['inventory adjust 3 --external-id RETURN-000001', 5],
    ['inventory adjust -1 --sku SKU', 1],
    ['inventory adjust -1 --exact --external-id RETURN-000001', 1],
    ['listings close --external-id RETURN-000001 --yes', 0],
    ['listings close --sku SKU --yes', 0],
  ])('%s', async (line, after) => {
    const sandbox = await withTwoForSale();
    const { exitCode, stdout } = await resale(line.replace('SKU', sandbox.one.sku), sandbox);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ id: sandbox.one.id, before: 2, after, outcome: 'applied' }),
    ]);
    expect((await sandbox.read()).availableInventory).toBe(after);
    expect(sandbox.requests[0]).toBe('GET /v1/listings 200');
  });

  it('with --dry-run shows the request, and sends no change', async () => {
    const sandbox = await withTwoForSale();
    const { stdout } = await resale('inventory set 5 --external-id RETURN-000001 -n', sandbox);
    expect(printedIn(stdout)).toMatchObject({
      url: `${sandbox.baseUrl}/v1/listings/${sandbox.one.id}/inventory`,
    });
    expect(sandbox.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it.each(['listings close', 'inventory set 0', 'inventory adjust -2 --exact'])(
    '%s asks about it by the name that was typed',
    async (line) => {
      const sandbox = await withTwoForSale();
      expect(errorOf(await resale(`${line} --external-id RETURN-000001`, sandbox)).message).toContain(
        `the inventory of ${sandbox.one.id} with the external identifier RETURN-000001 from 2 to 0`,
      );
    },
  );

  it('closes several, named in several ways; one that has two of the names is closed once', async () => {
    const sandbox = await withTwoForSale();
    const line = `listings close --sku ${sandbox.one.sku} --external-id RETURN-000001 --external-id RETURN-000002 --yes`;
    const { exitCode, stdout } = await resale(line, sandbox);
    expect([exitCode, JSON.parse(stdout).map(({ after }: { after: number }) => after)]).toEqual([0, [0, 0]]);
  });

  it.each(['inventory set 5', 'inventory adjust 1', 'listings close --yes'])(
    '%s: a name that no listing has is exit 3, one that several have is exit 2, and nothing is sent',
    async (line) => {
      const sandbox = await withTwoForSale();
      const { shopId, requests } = sandbox;
      const create = `listings create --shop-id ${shopId} --condition good --source sku --product-id TWICE --image https://images.example/1.jpg --jq .id`;
      const ids = [await resale(create, sandbox), await resale(create, sandbox)].map(({ stdout }) =>
        stdout.trim(),
      );
      requests.length = 0;
      const none = await resale(`${line} --sku NONE`, sandbox);
      expect([none.exitCode, errorOf(none)]).toMatchObject([
        3,
        {
          message: 'No listing has the SKU NONE.',
          hint: 'Nothing was changed. A name must be written exactly as the list has it.',
        },
      ]);
      const several = await resale(`${line} --sku TWICE`, sandbox);
      expect([several.exitCode, errorOf(several)]).toMatchObject([
        2,
        {
          code: 'ambiguous-name',
          message: 'Several listings have the SKU TWICE.',
          details: ids.map((id) => `${id} (OPEN, GOOD, 1 for sale)`),
          hint: 'Nothing was changed. Name the one that you mean by its ID.',
        },
      ]);
      expect(requests).toEqual(['GET /v1/listings 200', 'GET /v1/listings 200']);
    },
  );
});

describe('what names no listing', () => {
  it.each([
    ['inventory set RETURN-1', 'QUANTITY is missing (or give --from)'],
    // Whoever types only the number forgot the listing.
    ['inventory set 3', 'ID is missing (or give --external-id, --sku or --from)'],
    ["listings get ''", 'ID must not be empty'],
    [`inventory set ${nowhere} 3 --sku A`, 'ID does not go with --sku'],
    ['inventory set A 3 --sku A', 'ID does not go with --sku'],
    ['inventory set A 3 --from rows.csv', 'ID does not go with --from; QUANTITY does not go with --from'],
    ['inventory set 3 --from rows.csv', 'QUANTITY does not go with --from'],
    ['inventory set 3 --sku A --external-id A', '--sku does not go with --external-id'],
  ])('resale %s', async (line, message) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(line, { env });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    expect(errorOf(screen)).toMatchObject({
      message: `${message}.`,
      hint: expect.stringMatching(/^See `resale [a-z]+ [a-z]+ --help`\.$/),
    });
  });
});

test('usage names both ways', async () => {
  expect((await resale('inventory set --help')).stdout).toMatch(
    /^Usage: resale inventory set ID QUANTITY \[flags\]\n {7}resale inventory set QUANTITY --external-id <ID>\|--sku <SKU> \[flags\]\n/,
  );
});
