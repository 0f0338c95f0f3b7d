import { describe, expect, test } from 'vitest';
import { CreateListing } from '../../src/changes/create-listing.ts';
import { perform } from '../../src/changes/engine.ts';
import { UnknownOutcome } from '../../src/changes/errors.ts';
import { systemClock } from '../../src/clock.ts';
import type { ListingCreation } from '../../src/service/listing.ts';
import { hangUp, type Meddling } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Shop, shopWith, toFirstChange } from './shop.ts';

const item = (shop: Shop, more: Partial<ListingCreation> = {}): ListingCreation => ({
  shopId: shop.shopId,
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'SKU-1',
  images: [{ url: 'https://pictures.example/1.jpg' }],
  ...more,
});

const create = (shop: Shop, externalIdentifier: string | undefined = 'r-1') =>
  perform(new CreateListing(item(shop, externalIdentifier ? { externalIdentifier } : {})), shop);

/** The same shop, whose list is looked at again a hundred times sooner. */
const sooner = (shop: Shop): Shop => {
  const sleep = (ms: number, signal: AbortSignal) => systemClock.sleep(ms / 100, signal);
  return { ...shop, settling: { ...shop.settling, clock: { ...systemClock, sleep } } };
};

const made = async (shop: Shop) => (await shop.listings()).filter(({ sku }) => sku === 'SKU-1');
const lost = 'the connection was lost before the whole answer was there';

describe('not confirmed: sent once, then looked for by its external identifier', () => {
  test('unknown, with the listing that was found', async () => {
    const shop = await shopWith(
      toFirstChange(() => ({ fault: 'lost-answer' })),
      { maxRetries: 2 },
    );
    const failure = await unknown(create(shop));
    const [listing, ...others] = await made(shop);
    expect([failure.found, others]).toEqual([[listing?.id], []]);
    expect(failure.message).toBe(
      `Creating the listing r-1 was sent but not confirmed: ${lost}; its external identifier is on the listing ${listing?.id}`,
    );
  });

  test('several listings have it: all are named', async () => {
    const shop = await shopWith((_, method, before) =>
      method === 'POST' && before === 1 ? { fault: 'lost-answer' } : undefined,
    );
    const { id } = await create(shop);
    const failure = await unknown(create(shop));
    const others = (await made(shop)).map((listing) => listing.id).filter((other) => other !== id);
    expect(failure.found).toEqual([id, ...others]);
    expect(failure.evidence).toBe(`${lost}; its external identifier is on 2 listings: ${id}, ${others}`);
  });

  test('the list shows it late: looked for again', async () => {
    const shop = await shopWith((shop, method, before) => {
      if (method === 'POST') return { fault: 'lost-answer' };
      return before < 2
        ? { instead: json(200, { listings: [{ id: shop.id }], pageInfo: { hasNextPage: false } }) }
        : undefined;
    });
    expect((await unknown(create(sooner(shop)))).found).toHaveLength(1);
    expect(shop.relay.lines.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET', 'GET', 'GET']);
  });

  test('it is looked for at once, and 2, 5, 10 and 30 seconds later', async () => {
    const shop = await shopWith(toFirstChange(() => ({ fault: 'reset' })));
    const slept: number[] = [];
    const clock = { ...systemClock, sleep: async (ms: number) => void slept.push(ms) };
    const step = new CreateListing(item(shop, { externalIdentifier: 'r-1' }));
    await unknown(perform(step, { ...shop, settling: { settleMs: 7, clock, signal: shop.stop.signal } }));
    expect(slept).toEqual([7, 0, 2_000, 3_000, 5_000, 20_000]);
  });

  test('only a listing that was sold before has it: unknown, and not that one', async () => {
    const shop = await shopWith((_, method, before) =>
      method === 'POST' && before === 1 ? { fault: 'reset' } : undefined,
    );
    const { id = '' } = await create(shop);
    const payload = item(shop, { externalIdentifier: 'r-1' });
    const failure = await unknown(perform(new CreateListing(payload, { had: [id] }), sooner(shop)));
    expect([failure.evidence, failure.found]).toEqual([
      `${lost}; no other listing has its external identifier so far`,
      [],
    ]);
  });

  test('without an external identifier there is nothing to look for', async () => {
    const shop = await shopWith(
      toFirstChange(() => ({ fault: 'lost-answer' })),
      { maxRetries: 2 },
    );
    const failure = await unknown(create(shop, ''));
    expect(failure.message).toBe(
      `Creating the listing was sent but not confirmed: ${lost}; without an external identifier it can't be looked for`,
    );
    expect(shop.relay.lines).toHaveLength(1);
  });

  test.each<[string, Meddling]>([
    ['can not be read', { instead: hangUp }],
    [
      'goes round in a circle',
      { instead: json(200, { listings: [], pageInfo: { hasNextPage: true, endCursor: 'x' } }) },
    ],
    ['has no cursor', { instead: json(200, { listings: [], pageInfo: { hasNextPage: true } }) }],
  ])('the list %s: unknown all the same', async (_, meddling) => {
    const shop = await shopWith((_, method) => (method === 'POST' ? { fault: 'lost-answer' } : meddling));
    expect((await unknown(create(shop))).evidence).toBe(`${lost}; the list could not be searched for it`);
    expect(shop.relay.changes()).toBe(1);
  });
});

const unknown = async (creation: Promise<unknown>): Promise<UnknownOutcome> => {
  const error = await creation.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UnknownOutcome);
  return error as UnknownOutcome;
};
