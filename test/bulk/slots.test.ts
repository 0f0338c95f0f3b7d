import { describe, expect, it } from 'vitest';
import { Slots } from '../../src/bulk/slots.ts';

/** So many rows that went well. */
const succeed = (slots: Slots, times: number) => {
  for (let time = 0; time < times; time++) slots.succeed();
};

describe('slots', () => {
  it.each([1, 4, 16])('%i are given, and the next one waits', async (most) => {
    const slots = new Slots(most);
    for (let slot = 0; slot < most; slot++) await slots.take();
    expect(slots.queued).toBe(0);
    slots.take();
    expect(slots.queued).toBe(1);
  });

  it('are given on in the order in which they were asked for', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const order: string[] = [];
    const waiting = ['first', 'second', 'third'].map(async (name) => {
      const next = await slots.take();
      order.push(name);
      next();
    });
    release();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('are freed once, however often that is said', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    release();
    release();
    await slots.take();
    slots.take();
    expect(slots.queued).toBe(1);
  });
});

describe('if the service asks for fewer requests', () => {
  it.each([
    [16, [8, 4, 2, 1, 1]],
    [5, [2, 1, 1]],
    [1, [1]],
  ])('%i become half as many each time, and never none', (most, limits) => {
    const slots = new Slots(most);
    const seen = limits.map((_, time) => {
      slots.lower(time * 1000);
      return slots.limit;
    });
    expect(seen).toEqual(limits);
  });

  it('answers to requests that were sent together count once', () => {
    const slots = new Slots(16);
    for (const now of [1000, 1001, 1200, 1499]) slots.lower(now);
    expect(slots.limit).toBe(8);
    slots.lower(1500);
    expect(slots.limit).toBe(4);
  });

  it('those that are taken stay, and none is given until there are fewer', async () => {
    const slots = new Slots(4);
    const releases = [await slots.take(), await slots.take(), await slots.take(), await slots.take()];
    slots.lower(0);
    let got = false;
    slots.take().then(() => {
      got = true;
    });
    for (const release of releases.slice(0, 2)) release();
    await Promise.resolve();
    expect([slots.limit, got, slots.queued]).toEqual([2, false, 1]);
    releases[2]?.();
    await Promise.resolve();
    expect(slots.queued).toBe(0);
  });

  it('one is won back for as many good rows as there are slots, up to those of the beginning', () => {
    const slots = new Slots(4);
    slots.lower(0);
    const limits = [1, 1, 1, 1, 1, 1, 1, 10].map((times) => {
      succeed(slots, times);
      return slots.limit;
    });
    expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4]);
  });

  it('what went well before does not count', () => {
    const slots = new Slots(4);
    slots.lower(0);
    succeed(slots, 1);
    slots.lower(1000);
    slots.lower(2000);
    expect(slots.limit).toBe(1);
    succeed(slots, 1);
    expect(slots.limit).toBe(2);
  });
});
