import { describe, expect, test } from 'vitest';
import { CreateListing } from '../../src/changes/create-listing.ts';
import { perform } from '../../src/changes/engine.ts';
import { UnknownOutcome } from '../../src/changes/errors.ts';
import { GradeItems } from '../../src/changes/grade.ts';
import { AddToInventory, ReplaceInventory } from '../../src/changes/inventory-steps.ts';
import type { Step } from '../../src/changes/step.ts';
import { CallError } from '../../src/client/errors.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { type Meddling, silence } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Shop, shopWith, toFirstChange } from './shop.ts';

const interrupted = new Interrupted('SIGINT');

const changes: [string, (shop: Shop) => Step][] = [
  ['a set', ({ id }) => new ReplaceInventory(id, 5, 3)],
  ['an adjustment', ({ id }) => new AddToInventory(id, 1, 5)],
  [
    'a creation',
    ({ shopId }) =>
      new CreateListing({
        shopId,
        condition: 'GOOD',
        productDataSourceType: 'COMMERCE_SKU',
        productIdentifier: 'SKU-1',
        externalIdentifier: 'r-1',
        images: [{ url: 'https://pictures.example/1.jpg' }],
      }),
  ],
  ['a grading', ({ id }) => new GradeItems([{ id, condition: 'GOOD' }])],
];

describe.each(changes)('%s that is interrupted', (name, step) => {
  const change = (shop: Shop) => perform(step(shop), shop);

  test('before it is sent: it was interrupted, and nothing was sent', async () => {
    const shop = await shopWith();
    shop.stop.abort(interrupted);
    await expect(change(shop)).rejects.toBe(interrupted);
    expect(shop.relay.lines).toEqual([]);
  });

  test('while it waits to be sent again after a 429: it was interrupted', async () => {
    const shop = await shopWith(
      toFirstChange(() => ({ instead: json(429, { error: 'slow down' }, { 'retry-after': '30' }) })),
      { maxRetries: 2, onWait: ({ stop }) => stop.abort(interrupted) },
    );
    await expect(change(shop)).rejects.toBe(interrupted);
    expect(shop.relay.changes()).toBe(1);
  });

  test('after it was sent: its outcome is not known', async () => {
    const shop = await shopWith(toFirstChange((shop) => stopAfter(shop, { afterwards: silence })));
    expectUnknownByInterruption(await outcomeOf(change(shop)));
    expect(shop.relay.lines).toHaveLength(1);
  });

  if (name === 'a grading') return;

  test('during the wait before the check: its outcome is not known', async () => {
    const shop: Shop = await shopWith(
      toFirstChange(() => ({ fault: 'lost-answer' })),
      {
        settleMs: 60_000,
        onSettle: () => setTimeout(() => shop.stop.abort(interrupted), 20),
      },
    );
    expectUnknownByInterruption(await outcomeOf(change(shop)));
    expect(shop.relay.lines).toHaveLength(1);
  });

  test('while it is looked for: its outcome is not known', async () => {
    const shop = await shopWith((shop, method) =>
      method === 'GET' ? stopAfter(shop, { instead: silence }) : { fault: 'lost-answer' },
    );
    expectUnknownByInterruption(await outcomeOf(change(shop)));
    expect(shop.relay.lines).toHaveLength(2);
  });
});

/** Interrupts a little after the request came, and after what else is done with it. */
const stopAfter = (shop: Shop, meddling: Meddling): Meddling => ({
  ...meddling,
  first: () => void setTimeout(() => shop.stop.abort(interrupted), 100),
});

const outcomeOf = (change: Promise<unknown>) => change.catch((error: unknown) => error);

const expectUnknownByInterruption = (error: unknown) => {
  expect(error).toBeInstanceOf(UnknownOutcome);
  const { cause } = error as UnknownOutcome;
  expect(cause).toBeInstanceOf(CallError);
  expect(cause).toMatchObject({ attempt: 'ambiguous', reason: 'interrupted', cause: interrupted });
};
