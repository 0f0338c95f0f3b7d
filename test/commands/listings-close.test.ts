import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, placeOf, resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';
import { startStock } from '../support/stock.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const nobody = '00000000-0000-4000-8000-000000000000';

/** A sandbox with three open listings, with inventories of 2, 3 and 4. */
const withThree = async () => {
  const sandbox = await sandboxed({ listings: 0 });
  const line = `listings create --shop-id ${sandbox.shopId} --condition good --source sku --product-id A --image https://images.example/1.jpg`;
  const ids: string[] = [];
  for (const quantity of [2, 3, 4]) {
    const { id } = JSON.parse((await resale(line, sandbox)).stdout);
    await resale(`inventory set ${id} ${quantity}`, sandbox);
    ids.push(id);
  }
  sandbox.requests.length = 0;
  const [one = '', two = ''] = ids;
  return { ...sandbox, one, two };
};

const statesIn = async ({ env }: SandboxedTest) =>
  JSON.parse((await resale('listings list', { env })).stdout).map(({ state }: { state: string }) => state);

describe('one listing', () => {
  it('is closed with --yes, by setting the inventory that was read to 0', async () => {
    const sandbox = await withThree();
    const { exitCode, stdout } = await resale(`listings close ${sandbox.one} --yes`, sandbox);
    expect(JSON.parse(stdout)).toEqual({
      id: sandbox.one,
      availableInventory: 0,
      outcome: 'applied',
      before: 2,
      after: 0,
    });
    expect([exitCode, sandbox.requests]).toEqual([
      0,
      [`GET /v1/listings/${sandbox.one} 200`, `PUT /v1/listings/${sandbox.one}/inventory 200`],
    ]);
    expect(await statesIn(sandbox)).toEqual(['CLOSED', 'OPEN', 'OPEN']);
  });

  it('that is closed already is unchanged, and needs no --yes', async () => {
    const sandbox = await withThree();
    await resale(`listings close ${sandbox.one} --yes`, sandbox);
    const { exitCode, stdout } = await resale(`listings close ${sandbox.one}`, sandbox);
    expect([exitCode, JSON.parse(stdout).outcome]).toEqual([0, 'unchanged']);
  });
});

describe('one listing of which some are sold in between', () => {
  const line = `listings close ${nowhere} --yes --settle 0`;

  it('is closed all the same, from the new value', async () => {
    const { env, updates } = await startStock(nowhere, 9, (stock) => {
      if (stock.updates.length < 5) stock.inventory -= 1;
    });
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { outcome: 'applied', before: 5, after: 0 }]);
    expect(updates).toHaveLength(5);
  });

  it('at each of five tries: a conflict, whose advice can be followed', async () => {
    const { env, updates } = await startStock(nowhere, 9, (stock) => {
      stock.inventory -= 1;
    });
    const screen = await resale(line, { env });
    expect([screen.exitCode, updates.length, errorOf(screen)]).toMatchObject([
      5,
      5,
      { code: 'conflict', hint: 'Nothing was changed. Others change it at the same time: try again.' },
    ]);
  });
});

describe('several listings', () => {
  it('are closed one after the other, and printed as an array', async () => {
    const sandbox = await withThree();
    const { one, two } = sandbox;
    const { exitCode, stdout } = await resale(`listings close ${one} ${two} --yes`, sandbox);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      [
        { id: one, availableInventory: 0, outcome: 'applied', before: 2, after: 0 },
        { id: two, availableInventory: 0, outcome: 'applied', before: 3, after: 0 },
      ],
    ]);
    expect(await statesIn(sandbox)).toEqual(['CLOSED', 'CLOSED', 'OPEN']);
  });

  it('one that is named twice is closed once, and is an array all the same', async () => {
    const sandbox = await withThree();
    const { one } = sandbox;
    const line = `listings close ${one} ${one.toUpperCase()} --yes`;
    expect(JSON.parse((await resale(`${line} --dry-run`, sandbox)).stdout)).toMatchObject([
      { method: 'PUT' },
    ]);
    const { stdout } = await resale(line, sandbox);
    expect(JSON.parse(stdout)).toMatchObject([{ id: one, outcome: 'applied' }]);
    const again = await resale(`${line} --dry-run`, sandbox);
    expect(JSON.parse(again.stdout)).toEqual([]);
  });

  it('if some are not found: they are named, none is closed, exit 3', async () => {
    const sandbox = await withThree();
    const screen = await resale(`listings close ${sandbox.one} ${nowhere} ${nobody} --yes`, sandbox);
    expect([screen.exitCode, screen.stdout]).toEqual([3, '']);
    expect(errorOf(screen)).toMatchObject({
      message: `No listing has the identifier ${nowhere}, the identifier ${nobody}; the service said: There is no listing with this identifier.`,
      hint: `Nothing was closed. That was GET ${sandbox.env.RESALE_BASE_URL}/v1/listings/${nowhere}; is the base URL right?`,
      status: 404,
    });
    expect(await statesIn(sandbox)).toEqual(['OPEN', 'OPEN', 'OPEN']);
  });

  it('if one is refused, the others are still closed; no key that the service repeats is printed', async () => {
    const listing = (id: string) => json(200, { id, availableInventory: 1 });
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: listing(nowhere),
      [`/v1/listings/${nowhere}/inventory`]: json(422, { error: `frozen for ${canaries.apiKey}` }),
      [`/v1/listings/${nobody}`]: listing(nobody),
      [`/v1/listings/${nobody}/inventory`]: json(200, { id: nobody, availableInventory: 0 }),
    });
    const screen = await resale(`listings close ${nowhere} ${nobody} --yes`, { env });
    expect(JSON.parse(screen.stdout)).toEqual([
      {
        id: nowhere,
        outcome: 'refused',
        before: 1,
        after: null,
        error: { code: 'refused', message: expect.stringMatching(/frozen for \*\*\*$/) },
      },
      { id: nobody, availableInventory: 0, outcome: 'applied', before: 1, after: 0 },
    ]);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      1,
      'The service refused it (422): frozen for ***.',
    ]);
  });
});

describe('asks first', () => {
  it('in a script wants --yes: exit 2, and nothing is closed', async () => {
    const sandbox = await withThree();
    const { one, two } = sandbox;
    const single = await resale(`listings close ${one}`, sandbox);
    expect([single.exitCode, errorOf(single).message]).toEqual([
      2,
      `This sets the inventory of ${one} from 2 to 0 at ${placeOf(sandbox)}, which closes the listing.`,
    ]);
    const several = await resale(`listings close ${one} ${two}`, sandbox);
    expect(errorOf(several)).toMatchObject({
      code: 'not-confirmed',
      message: `This closes 2 listings with 5 items for sale at ${placeOf(sandbox)}.`,
      hint: 'Nothing was changed. Use --yes to go ahead without being asked.',
    });
    expect([several.exitCode, await statesIn(sandbox)]).toEqual([2, ['OPEN', 'OPEN', 'OPEN']]);
  });

  it.each([
    ['y\n', 0, ['CLOSED', 'CLOSED', 'OPEN']],
    ['n\n', 2, ['OPEN', 'OPEN', 'OPEN']],
    ['\n', 2, ['OPEN', 'OPEN', 'OPEN']],
  ])('at a terminal; %j → exit %i', async (typed, exitCode, states) => {
    const sandbox = await withThree();
    const line = `listings close ${sandbox.one} ${sandbox.two}`;
    const screen = await resale(line, { env: sandbox.env, terminal: 200, typed });
    expect(screen.stderr).toContain(
      `This closes 2 listings with 5 items for sale at ${placeOf(sandbox)}. Go on? (y/N) `,
    );
    expect([screen.exitCode, await statesIn(sandbox)]).toEqual([exitCode, states]);
  });
});

test.each([
  ['', 'ID is missing (or give --external-id, --sku or --from).'],
  ["' '", 'ID must not be blank.'],
  [`${nowhere} --external-id A`, 'ID does not go with --external-id.'],
])('listings close %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`listings close ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

describe('--dry-run', () => {
  it('prints the requests that would be sent, and asks nothing', async () => {
    const sandbox = await withThree();
    const { one, two } = sandbox;
    const { exitCode, stdout } = await resale(`listings close ${one} ${two} -n`, sandbox);
    expect(printedIn(stdout)).toMatchObject([
      {
        method: 'PUT',
        url: `${sandbox.baseUrl}/v1/listings/${one}/inventory`,
        body: { action: 'SET_INVENTORY', oldInventory: 2, newInventory: 0 },
      },
      { url: `${sandbox.baseUrl}/v1/listings/${two}/inventory` },
    ]);
    expect([exitCode, await statesIn(sandbox)]).toEqual([0, ['OPEN', 'OPEN', 'OPEN']]);
  });

  it('leaves out what is closed already', async () => {
    const sandbox = await withThree();
    await resale(`listings close ${sandbox.one} --yes`, sandbox);
    expect((await resale(`listings close ${sandbox.one} -n`, sandbox)).stdout).toBe('[]\n');
  });
});
