import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { behind } from '../support/relayed.ts';
import { errorOf, placeOf, resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { startStock } from '../support/stock.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** A sandbox, and a listing in it of which there are three. */
const withThreeForSale = async (): Promise<SandboxedTest & { id: string }> => {
  const sandbox = await sandboxed({ listings: 1 });
  const [{ id }] = JSON.parse((await resale('listings list', sandbox)).stdout);
  expect((await resale(`inventory set ${id} 3`, sandbox)).exitCode).toBe(0);
  sandbox.requests.length = 0;
  return { ...sandbox, id };
};

const inventoryOf = async (id: string, { env }: { env: Record<string, string> }) =>
  JSON.parse((await resale(`listings get ${id}`, { env })).stdout).availableInventory;

const read = (id: string) => `GET /v1/listings/${id} 200`;
const update = (id: string) => `PUT /v1/listings/${id}/inventory 200`;

describe('adds to what is for sale', () => {
  it('with one request', async () => {
    const { env, id, requests } = await withThreeForSale();
    const { exitCode, stdout, stderr } = await resale(`inventory adjust ${id} 2`, { env });
    expect(JSON.parse(stdout)).toEqual({
      id,
      availableInventory: 5,
      outcome: 'applied',
      before: 3,
      after: 5,
    });
    expect([exitCode, stderr, requests]).toEqual([0, '', [update(id)]]);
  });

  it('or takes away: a negative number needs no --, and is preceded by a read', async () => {
    const { env, id, requests } = await withThreeForSale();
    const { stdout } = await resale(`inventory adjust ${id} -2`, { env });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'applied', before: 3, after: 1 });
    expect(requests).toEqual([read(id), update(id)]);
  });

  it.each([
    ['ID +2', 5],
    ['ID 02', 5],
    ['-- ID -2', 1],
  ])('%s: there are 3, then %i', async (words, after) => {
    const { env, id } = await withThreeForSale();
    const { stdout } = await resale(`inventory adjust ${words.replace('ID', id)}`, { env });
    expect(JSON.parse(stdout)).toMatchObject({ before: 3, after });
  });
});

describe('--exact reads the inventory and replaces it', () => {
  it('sends a SET', async () => {
    const stock = await startStock(nowhere, 7);
    const { stdout } = await resale(`inventory adjust ${nowhere} -2 --exact`, stock);
    expect(stock.updates).toEqual([{ action: 'SET_INVENTORY', oldInventory: 7, newInventory: 5 }]);
    expect(JSON.parse(stdout)).toEqual({
      id: nowhere,
      availableInventory: 5,
      outcome: 'applied',
      before: 7,
      after: 5,
    });
  });

  it('continues from the current value if somebody else changed it meanwhile', async () => {
    const stock = await startStock(nowhere, 7, ({ updates }) => {
      if (updates.length === 1) stock.inventory = 10;
    });
    const { stdout } = await resale(`inventory adjust ${nowhere} -2 --exact`, stock);
    expect(JSON.parse(stdout)).toMatchObject({ before: 10, after: 8 });
  });

  it('does not close the listing by going on, unless it may', async () => {
    // Five are sold in between, so that taking two away would leave none.
    const sold = () =>
      startStock(nowhere, 7, (stock) => {
        if (stock.updates.length === 1) stock.inventory = 2;
      });
    const careful = await sold();
    const screen = await resale(`inventory adjust ${nowhere} -2 --exact`, careful);
    expect([screen.exitCode, errorOf(screen).code, careful.inventory]).toEqual([2, 'would-close', 2]);
    const bold = await sold();
    expect((await resale(`inventory adjust ${nowhere} -2 --exact --yes`, bold)).exitCode).toBe(0);
    expect(bold.inventory).toBe(0);
  });
});

describe('below zero', () => {
  it.each(['', '--exact'])('is refused before anything is changed %s', async (flags) => {
    const sandbox = await withThreeForSale();
    const screen = await resale(`inventory adjust ${sandbox.id} -4 ${flags}`, sandbox);
    expect(screen.exitCode).toBe(2);
    expect(errorOf(screen)).toMatchObject({
      code: 'below-zero',
      message: `The inventory of ${sandbox.id} is 3: a change by -4 would take it below 0.`,
      hint: 'Nothing was changed. It can go down by 3 at most.',
    });
    expect(await inventoryOf(sandbox.id, sandbox)).toBe(3);
  });

  it('is refused by the service if nothing was read', async () => {
    const { env, id } = await withThreeForSale();
    const screen = await resale(`inventory adjust ${id} -4 --yes`, { env });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([1, 'refused']);
  });
});

describe('a change that closes the listing', () => {
  it.each(['', '--exact'])('in a script wants --yes: exit 2, and nothing is changed %s', async (flags) => {
    const sandbox = await withThreeForSale();
    const screen = await resale(`inventory adjust ${sandbox.id} -3 ${flags}`, sandbox);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([2, 'not-confirmed']);
    expect(errorOf(screen).message).toBe(
      `This sets the inventory of ${sandbox.id} from 3 to 0 at ${placeOf(sandbox)}, which closes the listing.`,
    );
    expect(await inventoryOf(sandbox.id, sandbox)).toBe(3);
  });

  it.each([
    ['--yes', [update]],
    ['--yes --exact', [read, update]],
  ])('is made with %s, and read first only with --exact', async (flags, sent) => {
    const { env, id, requests } = await withThreeForSale();
    expect((await resale(`inventory adjust ${id} -3 ${flags}`, { env })).exitCode).toBe(0);
    expect(requests).toEqual(sent.map((line) => line(id)));
    expect(await inventoryOf(id, { env })).toBe(0);
  });

  it.each([
    ['y\n', 0, 0],
    ['n\n', 2, 3],
  ])('at a terminal is asked about; %j → exit %i, %i left', async (typed, exitCode, left) => {
    const sandbox = await withThreeForSale();
    const line = `inventory adjust ${sandbox.id} -3`;
    const screen = await resale(line, { env: sandbox.env, terminal: 80, typed });
    expect([screen.exitCode, await inventoryOf(sandbox.id, sandbox)]).toEqual([exitCode, left]);
  });

  it('--no-close refuses it, even with --yes', async () => {
    const sandbox = await withThreeForSale();
    const screen = await resale(`inventory adjust ${sandbox.id} -3 --no-close --yes`, sandbox);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([2, 'would-close']);
    expect(await inventoryOf(sandbox.id, sandbox)).toBe(3);
  });

  it('--no-close lets any other change pass', async () => {
    const sandbox = await withThreeForSale();
    expect((await resale(`inventory adjust ${sandbox.id} -2 --no-close`, sandbox)).exitCode).toBe(0);
  });

  it('--no-close holds even if others sell the rest between the look and the change', async () => {
    const shop = await behind({ A: 3 }, (before) =>
      before === 0 ? { first: () => shop.sets('A', 2) } : undefined,
    );
    const screen = await shop.resale(`inventory adjust ${shop.ids.A} -2 --no-close --yes`);
    expect([screen.exitCode, errorOf(screen).code, await shop.stock()]).toEqual([2, 'would-close', { A: 2 }]);
  });
});

test.each([
  ['', 'ID is missing (or give --external-id, --sku or --from); DELTA is missing (or give --from).'],
  [`${nowhere} 0`, 'DELTA must not be 0.'],
  [`${nowhere} -1.5`, "DELTA must be a whole number, without a decimal part, not '-1.5'."],
  [`${nowhere} -0`, "DELTA must be written without a minus sign, not '-0'."],
  ...['some', '+', '++2', '+-2', '2+'].map((delta) => [
    `${nowhere} ${delta}`,
    `DELTA must be a whole number, not '${delta}'.`,
  ]),
])('inventory adjust %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`inventory adjust ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

describe('--dry-run', () => {
  it('prints the request, and reads nothing', async () => {
    const { env, id, requests } = await withThreeForSale();
    const { stdout } = await resale(`inventory adjust ${id} -3 -n`, { env });
    expect(printedIn(stdout)).toMatchObject({
      method: 'PUT',
      url: `${env.RESALE_BASE_URL}/v1/listings/${id}/inventory`,
      body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: -3 },
    });
    expect(requests).toEqual([]);
  });

  it('with --exact prints the SET made of what was read', async () => {
    const { env, id } = await withThreeForSale();
    const { stdout } = await resale(`inventory adjust ${id} -3 --exact -n`, { env });
    expect(printedIn(stdout).body).toEqual({
      action: 'SET_INVENTORY',
      oldInventory: 3,
      newInventory: 0,
    });
  });
});
