import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/library/interface.ts';
import { ResaleError } from '../../src/library/library-errors.ts';
import { startSandbox } from '../../src/library/start-sandbox.ts';
import { clientOf, shopWith, thrownBy } from './shop.ts';

const id = '0D7C5A32-8c1e-4b8e-9a57-0c3f7a1d2e64';

test('a sandbox has the listings that a test wants, and what it does not say is plain', async () => {
  const { sandbox, shop } = await shopWith({
    listings: [
      { id, availableInventory: 0, condition: 'EXCELLENT' },
      { externalIdentifier: 'COAT-1', sku: 'A' },
      {},
    ],
  });
  const [closed, coat, plain] = sandbox.listings();
  expect(closed).toMatchObject({ id: id.toLowerCase(), state: 'CLOSED', condition: 'EXCELLENT' });
  expect(coat).toMatchObject({
    state: 'OPEN',
    availableInventory: 1,
    externalIdentifier: 'COAT-1',
    sku: 'A',
  });
  expect(plain).toMatchObject({ condition: 'GOOD', externalIdentifier: null });
  expect(await shop.getListing(id)).toEqual(closed);
});

test('several run at once, each by itself, and a closed one answers no more', async () => {
  const [one, other] = await Promise.all([shopWith({ listings: 1 }), shopWith({ listings: 1 })]);
  const [listing] = one.sandbox.listings();
  await one.shop.adjustInventory(`${listing?.id}`, 5);
  expect(other.sandbox.listings()).toEqual([listing]);
  await one.sandbox.close();
  await one.sandbox.close();
  expect(await thrownBy(() => one.shop.getListing(`${listing?.id}`))).toMatchObject({ code: 'unreachable' });
  expect((await other.shop.listListings()).listings).toHaveLength(1);
});

test('await using closes it', async () => {
  const sandbox = await startSandbox({ listings: 1, products: undefined });
  await sandbox[Symbol.asyncDispose]();
  expect(await thrownBy(() => clientOf(sandbox).listListings())).toMatchObject({ code: 'unreachable' });
});

test('rate is what it takes, and a client keeps to it', async () => {
  const { sandbox, shop } = await shopWith({ listings: 1, rate: '2/min' });
  await shop.listListings();
  expect(await thrownBy(() => clientOf({ ...sandbox, maxWaitMs: 10 }).listListings())).toMatchObject({
    code: 'rate-limited',
    status: 429,
    retryable: true,
  });
});

test('closed listings reopen, and reads lag, where that is wanted', async () => {
  const { sandbox, shop } = await shopWith({ listings: [{ id, state: 'CLOSED' }], reopens: true });
  await shop.adjustInventory(id, 2);
  expect(sandbox.listings()).toMatchObject([{ state: 'OPEN', availableInventory: 3 }]);
  const behind = await shopWith({ listings: [{ id }], faults: 'lag=60000ms' });
  await behind.shop.adjustInventory(id, 2);
  expect(await behind.shop.getListing(id)).toMatchObject({ availableInventory: 1 });
  expect(behind.sandbox.listings()).toMatchObject([{ availableInventory: 3 }]);
});

describe('what can not be is refused', () => {
  test.each<[unknown, string]>([
    [{ listings: [{ inventory: 3 }] }, 'listings[0].inventory is not known'],
    [{ listings: [{ availableInventory: -1 }] }, 'listings[0].availableInventory must be 0 or more'],
    [{ listings: [{ id }, { id: id.toLowerCase() }] }, 'listings[1].id is that of an earlier one'],
    [{ listings: -1 }, 'listings must be a whole number'],
    [{ listings: null, faults: null }, 'listings must not be null; faults must not be null'],
    [{ listing: 3 }, 'listing is not known (did you mean listings?)'],
    [{ reopens: 1 }, 'reopens must be a boolean'],
    [{ faults: 'lag=5%' }, 'The fault lag needs a time'],
    [{ seed: 'x' }, 'seed must be a whole number'],
    [{ rate: 0 }, 'rate must be a rate such as 50'],
    [{ rate: 'fast' }, 'rate must be a rate such as 50'],
    [{ faults: '500=101%' }, 'The fault 500 needs a rate'],
    [{ faults: { '500': 0.7, '429': 0.7 } }, 'add up to 140%'],
    [{ faults: { rest: 1 } }, 'There is no fault "rest"'],
  ])('%j', async (options, message) => {
    const error = await thrownBy(() => startSandbox(options as SandboxOptions));
    expect(error).toBeInstanceOf(ResaleError);
    expect(error.message).toContain(message);
  });
});
