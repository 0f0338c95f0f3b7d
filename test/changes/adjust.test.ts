import { describe, expect, test } from 'vitest';
import { perform } from '../../src/changes/engine.ts';
import { UnknownOutcome } from '../../src/changes/errors.ts';
import { InventoryItem } from '../../src/changes/inventory.ts';
import { AddToInventory } from '../../src/changes/inventory-steps.ts';
import { inventoryRecord } from '../../src/changes/outcome.ts';
import type { Meddling } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Shop, shopWith, toFirstChange } from './shop.ts';

const read = 'GET listing';
const sent = (delta: number) => `PUT inventory {"action":"ADJUST_INVENTORY","inventoryAdjustment":${delta}}`;

describe('directly: one request, whatever comes', () => {
  const adjust = async ({ client, id, settling }: Shop, delta: number, before?: number) =>
    inventoryRecord(
      await perform(new AddToInventory(id, delta, before), { client, settling, mayClose: true }),
    );

  test('the value before comes from the answer, not from an earlier reading', async () => {
    const shop = await shopWith(toFirstChange((shop) => ({ first: () => shop.becomes(4) })));
    expect(await adjust(shop, -1, 5)).toMatchObject({ before: 4, after: 3 });
  });

  test('below nothing: the service refuses, nothing is cut to 0', async () => {
    const shop = await shopWith();
    await expect(adjust(shop, -6)).rejects.toMatchObject({ attempt: 'rejected', facts: { status: 400 } });
    expect(shop.relay.lines).toEqual([sent(-6)]);
    expect(await shop.inventory()).toBe(5);
  });

  test('refused, though it was applied: unknown if it was read before; otherwise nothing is claimed', async () => {
    const shop = await shopWith((_, method) =>
      method === 'PUT' ? { afterwards: json(400, { error: 'not so many' }) } : undefined,
    );
    await expect(adjust(shop, -2, 5)).rejects.toMatchObject({
      evidence: expect.stringContaining('the inventory is 3, as wanted: it may have been applied'),
    });
    const { hint } = await adjust(shop, -2).catch(({ meaning }) => meaning);
    expect(hint).toMatch(/^If a gateway delivered it twice, it may have been applied/);
    expect(shop.relay.changes()).toBe(2);
  });

  const lost = 'the connection was lost before the whole answer was there';

  test.each<[string, number | undefined, (shop: Shop) => Meddling, string]>([
    [
      'it was applied',
      5,
      () => ({ fault: 'lost-answer' }),
      `${lost}; the inventory was 5 and is 6 now, so it looks applied`,
    ],
    [
      'it never arrived',
      5,
      () => ({ fault: 'reset' }),
      `${lost}; the inventory is still 5, so it looks not applied`,
    ],
    [
      'others changed it, too',
      5,
      (shop) => ({ first: () => shop.becomes(9), fault: 'lost-answer' }),
      `${lost}; the inventory was 5 and is 10 now, so others changed it too`,
    ],
    [
      'nobody knows what it was before',
      undefined,
      () => ({ fault: 'lost-answer' }),
      `${lost}; the inventory is 6 now`,
    ],
  ])('not confirmed, %s: unknown, sent once', async (_, before, meddling, evidence) => {
    const shop = await shopWith(toFirstChange(meddling), { maxRetries: 2 });
    const failure = adjust(shop, 1, before);
    await expect(failure).rejects.toBeInstanceOf(UnknownOutcome);
    await expect(failure).rejects.toMatchObject({
      of: { clause: `Adjusting the inventory of ${shop.id} by 1` },
      evidence,
    });
    expect(shop.relay.lines).toEqual([sent(1), read, read]);
  });
});

describe('exactly: what was read is replaced', () => {
  const adjust = ({ client, id, settling }: Shop, delta: number) => {
    const item = new InventoryItem([], (current) => current + delta);
    const planned = item.plan({ id, inventory: 5, isClosed: undefined });
    return perform(planned, { client, settling, onConflict: 'retry', mayClose: true });
  };

  test('after a sale that leaves too little it stops', async () => {
    const shop = await shopWith(toFirstChange((shop) => ({ first: () => shop.becomes(1) })));
    await expect(adjust(shop, -2)).rejects.toMatchObject({
      name: 'OutOfRange',
      actual: 1,
      message: expect.stringContaining('by -2 would'),
    });
    expect(await shop.inventory()).toBe(1);
  });
});
