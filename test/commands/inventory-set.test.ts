import { describe, expect, it, test } from 'vitest';
import { printedIn } from '../support/printed.ts';
import { errorOf, placeOf, resale, type SandboxedTest, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { startStock } from '../support/stock.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** A sandbox, and a listing in it of which there are two. */
const withTwoForSale = async (): Promise<SandboxedTest & { id: string }> => {
  const sandbox = await sandboxed({ listings: 1 });
  const [{ id }] = JSON.parse((await resale('listings list', sandbox)).stdout);
  expect((await resale(`inventory set ${id} 2`, sandbox)).exitCode).toBe(0);
  sandbox.requests.length = 0;
  return { ...sandbox, id };
};

const inventoryOf = async (id: string, { env }: { env: Record<string, string> }) =>
  JSON.parse((await resale(`listings get ${id}`, { env })).stdout).availableInventory;

describe('sets what is for sale, unless somebody changed it meanwhile', () => {
  it('reads the inventory and replaces it', async () => {
    const { env, id, requests } = await withTwoForSale();
    const { exitCode, stdout, stderr } = await resale(`inventory set ${id} 5`, { env });
    expect(JSON.parse(stdout)).toEqual({
      id,
      availableInventory: 5,
      outcome: 'applied',
      before: 2,
      after: 5,
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(requests).toEqual([`GET /v1/listings/${id} 200`, `PUT /v1/listings/${id}/inventory 200`]);
  });

  it('on a terminal shows what was read, and a card', async () => {
    const { env, id } = await withTwoForSale();
    const { stdout, stderr } = await resale(`inventory set ${id} 5`, { env, terminal: 80 });
    expect(stderr).toBe('The inventory is 2.\n');
    expect(stdout).toBe(`ID         ${id}\nINVENTORY  5\nOUTCOME    + applied\nBEFORE     2\nAFTER      5\n`);
  });

  it('--expect is one request, if it is right', async () => {
    const { env, id, requests } = await withTwoForSale();
    const { stdout } = await resale(`inventory set ${id} 5 --expect 2`, { env });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'applied', before: 2, after: 5 });
    expect(requests).toEqual([`PUT /v1/listings/${id}/inventory 200`]);
  });

  it('is unchanged, and nothing is sent, if it is there already', async () => {
    const { env, id, requests } = await withTwoForSale();
    const { exitCode, stdout } = await resale(`inventory set ${id} 2`, { env });
    expect(JSON.parse(stdout)).toEqual({
      id,
      availableInventory: 2,
      outcome: 'unchanged',
      before: 2,
      after: 2,
    });
    expect([exitCode, requests]).toEqual([0, [`GET /v1/listings/${id} 200`]]);
  });

  it('--expect with the same value still checks whether it is right', async () => {
    const { env, id } = await withTwoForSale();
    expect((await resale(`inventory set ${id} 2 --expect 2`, { env })).exitCode).toBe(0);
    expect((await resale(`inventory set ${id} 3 --expect 3`, { env })).exitCode).toBe(5);
  });
});

describe('a conflict', () => {
  it.each(['', '--on-conflict fail'])('changes nothing, costs one read, and exits 5 %s', async (flags) => {
    const sandbox = await withTwoForSale();
    const { id } = sandbox;
    const screen = await resale(`inventory set ${id} 5 --expect 4 ${flags}`, sandbox);
    expect([screen.exitCode, screen.stdout]).toEqual([5, '']);
    expect(sandbox.requests).toEqual([`PUT /v1/listings/${id}/inventory 409`, `GET /v1/listings/${id} 200`]);
    expect(errorOf(screen)).toEqual({
      code: 'conflict',
      message: `Conflict: the inventory of ${id} was expected to be 4 and is 2; 5 was wanted.`,
      status: 409,
      requestId: expect.any(String),
      field: 'oldInventory',
      hint: `Nothing was changed. To start from the current value: resale inventory set ${id} 5 --expect 2${flags ? ` ${flags}` : ''}`,
      retryable: false,
    });
    expect(await inventoryOf(id, sandbox)).toBe(2);
  });

  it('tells a refusal with 409 although the inventory is as expected', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}/inventory`]: json(409, { error: 'It was 3.' }, { 'x-request-id': 'r-7' }),
      [`/v1/listings/${nowhere}`]: json(200, { id: nowhere, availableInventory: 5 }),
    });
    const screen = await resale(`inventory set ${nowhere} 3 --expect 5`, { env });
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      5,
      {
        code: 'conflict',
        message: `Conflict: the service said: It was 3; the inventory of ${nowhere} was expected to be 5 and is 5; 3 was wanted.`,
        status: 409,
        requestId: 'r-7',
        field: 'oldInventory',
        hint: 'Nothing was changed. Somebody else may have changed it for a moment: try again.',
        retryable: false,
      },
    ]);
  });

  it('--on-conflict skip leaves it, and is done', async () => {
    const { env, id } = await withTwoForSale();
    const { exitCode, stdout } = await resale(`inventory set ${id} 5 --expect 4 --on-conflict skip`, { env });
    expect(JSON.parse(stdout)).toEqual({
      id,
      availableInventory: 2,
      outcome: 'skipped',
      before: 2,
      after: 2,
    });
    expect(exitCode).toBe(0);
  });

  it('--on-conflict retry reads again and continues', async () => {
    // One is sold just before the first update arrives.
    const stock = await startStock(nowhere, 7, ({ updates }) => {
      if (updates.length === 1) stock.inventory = 6;
    });
    const { exitCode, stdout } = await resale(`inventory set ${nowhere} 9 --on-conflict retry`, stock);
    expect([exitCode, stock.inventory]).toEqual([0, 9]);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'applied', before: 6, after: 9 });
  });

  it('--on-conflict retry gives up after five tries', async () => {
    const stock = await startStock(nowhere, 50, () => {
      stock.inventory -= 1;
    });
    const screen = await resale(`inventory set ${nowhere} 9 --on-conflict retry`, stock);
    expect([screen.exitCode, errorOf(screen).code, stock.updates.length]).toEqual([5, 'conflict', 5]);
  });
});

describe('a change that closes the listing', () => {
  const asks = (sandbox: SandboxedTest & { id: string }) =>
    `This sets the inventory of ${sandbox.id} from 2 to 0 at ${placeOf(sandbox)}, which closes the listing`;

  it('in a script wants --yes: exit 2, and nothing is changed', async () => {
    const sandbox = await withTwoForSale();
    const screen = await resale(`inventory set ${sandbox.id} 0`, sandbox);
    expect(screen.exitCode).toBe(2);
    expect(errorOf(screen)).toMatchObject({
      code: 'not-confirmed',
      message: `${asks(sandbox)}.`,
      hint: 'Nothing was changed. Use --yes to go ahead without being asked.',
    });
    expect(await inventoryOf(sandbox.id, sandbox)).toBe(2);
  });

  it('needs it even with --expect, if nothing is read', async () => {
    const { env, id, requests } = await withTwoForSale();
    expect((await resale(`inventory set ${id} 0 --expect 2`, { env })).exitCode).toBe(2);
    expect(requests).toEqual([]);
  });

  it('with --yes is made, and the listing is closed', async () => {
    const { env, id } = await withTwoForSale();
    const { exitCode, stdout } = await resale(`inventory set ${id} 0 --yes`, { env });
    expect([exitCode, JSON.parse(stdout).after]).toEqual([0, 0]);
    expect(JSON.parse((await resale(`listings get ${id}`, { env })).stdout).state).toBe('CLOSED');
  });

  it.each([
    ['y\n', 0, 0],
    ['yes\n', 0, 0],
    ['n\n', 2, 2],
    ['\n', 2, 2],
    ['', 2, 2],
  ])('at a terminal is asked about; %j → exit %i, %i left', async (typed, exitCode, left) => {
    const sandbox = await withTwoForSale();
    const screen = await resale(`inventory set ${sandbox.id} 0`, { env: sandbox.env, terminal: 200, typed });
    expect(screen.stderr).toContain(`${asks(sandbox)}. Go on? (y/N)`);
    expect([screen.exitCode, await inventoryOf(sandbox.id, sandbox)]).toEqual([exitCode, left]);
    if (exitCode === 2) expect(screen.stderr).toMatch(/(?<!Error: )Nothing was changed\.\n$/);
  });

  it('at a terminal with --no-input is as in a script', async () => {
    const { env, id } = await withTwoForSale();
    const screen = await resale(`inventory set ${id} 0 --no-input`, { env, terminal: 100, typed: 'y\n' });
    expect(screen.exitCode).toBe(2);
    expect(screen.stderr).not.toContain('(y/N)');
  });

  it('--no-close refuses it, even with --yes', async () => {
    const sandbox = await withTwoForSale();
    const screen = await resale(`inventory set ${sandbox.id} 0 --no-close --yes`, sandbox);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([2, 'would-close']);
    expect(await inventoryOf(sandbox.id, sandbox)).toBe(2);
  });

  it('is not needed if there are 0 already', async () => {
    const { env, id } = await withTwoForSale();
    await resale(`inventory set ${id} 0 --yes`, { env });
    const { exitCode, stdout } = await resale(`inventory set ${id} 0`, { env });
    expect([exitCode, JSON.parse(stdout).outcome]).toEqual([0, 'unchanged']);
  });
});

test.each([
  ['', 'ID is missing (or give --external-id, --sku or --from); QUANTITY is missing (or give --from).'],
  [nowhere, 'QUANTITY is missing (or give --from).'],
  [`${nowhere} -1`, 'QUANTITY must be 0 or more, not -1.'],
  [`${nowhere} -0 --yes`, "QUANTITY must be written without a minus sign, not '-0'."],
  [`${nowhere} +2`, "QUANTITY must be written without a plus sign, not '+2'."],
  [`${nowhere} 3 --expect -0`, "--expect must be written without a minus sign, not '-0'."],
  [`${nowhere} 9007199254740992`, 'QUANTITY must be 9007199254740991 or less, not 9007199254740992.'],
  [`${nowhere} 1.5`, "QUANTITY must be a whole number, without a decimal part, not '1.5'."],
  [`${nowhere} 1e3`, "QUANTITY must be written out in digits, not '1e3'."],
  [`${nowhere} ''`, 'QUANTITY is empty.'],
  [`${nowhere} 5 --expect -2`, '--expect must be 0 or more, not -2.'],
  [`${nowhere} 5 --on-conflict ignore`, "--on-conflict must be one of fail, skip, retry, not 'ignore'."],
  ['A-1 many', "QUANTITY must be a whole number, not 'many'."],
  [`${nowhere} 5 6`, "Too many arguments: resale inventory set has no use for '6'."],
])('inventory set %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`inventory set ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

test('a listing that is not there: exit 3', async () => {
  const { env } = await sandboxed();
  const screen = await resale(`inventory set ${nowhere} 5`, { env });
  expect([screen.exitCode, errorOf(screen).code]).toEqual([3, 'not-found']);
});

describe('--dry-run', () => {
  const request = ({ id, env }: SandboxedTest & { id: string }) => ({
    method: 'PUT',
    url: `${env.RESALE_BASE_URL}/v1/listings/${id}/inventory`,
    body: { action: 'SET_INVENTORY', oldInventory: 2, newInventory: 0 },
  });

  it('prints the request made of what was read, and asks nothing', async () => {
    const sandbox = await withTwoForSale();
    const { exitCode, stdout } = await resale(`inventory set ${sandbox.id} 0 -n`, sandbox);
    expect(printedIn(stdout)).toMatchObject(request(sandbox));
    expect([exitCode, sandbox.requests]).toEqual([0, [`GET /v1/listings/${sandbox.id} 200`]]);
  });

  it('with --expect asks the service for nothing', async () => {
    const sandbox = await withTwoForSale();
    const { stdout } = await resale(`inventory set ${sandbox.id} 0 --expect 2 -n`, sandbox);
    expect(printedIn(stdout)).toMatchObject(request(sandbox));
    expect(sandbox.requests).toEqual([]);
  });

  it('prints an empty array if nothing would be sent', async () => {
    const sandbox = await withTwoForSale();
    expect((await resale(`inventory set ${sandbox.id} 2 -n`, sandbox)).stdout).toBe('[]\n');
  });
});
