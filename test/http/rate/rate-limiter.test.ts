import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Permit, RateLimiter } from '../../../src/http/rate/rate-limiter.ts';

const forever = new AbortController().signal;

describe('the limiter of a service', () => {
  test('lets the first requests leave at once', async () => {
    const limiter = new RateLimiter();
    const permits = [1, 2, 3, 4].map(() => limiter.acquire(forever));
    // Before anything else of this process.
    expect(await Promise.race([Promise.all(permits).then(() => 'at once'), setImmediate('later')])).toBe(
      'at once',
    );
    expect([limiter.underWay, limiter.queued]).toEqual([4, 0]);
  });

  test('lets more leave with each answer, in the order in which they came, and never more than allowed', async () => {
    const limiter = new RateLimiter();
    limiter.allow(6);
    const order: number[] = [];
    let most = 0;
    await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const permit = await limiter.acquire(forever);
        order.push(number);
        most = Math.max(most, limiter.underWay);
        await setTimeout(1);
        permit.taken();
      }),
    );
    expect(order).toEqual(Array.from({ length: 100 }, (_, number) => number));
    expect([most, limiter.underWay]).toEqual([6, 0]);
  });

  test('lets some prepare themselves beside those in flight, and send only when one of those was answered', async () => {
    const limiter = new RateLimiter();
    limiter.allow(2, 1);
    const inFlight: Permit[] = [];
    const depart = async () => {
      const permit = await limiter.acquire(forever, true);
      await permit.due();
      inFlight.push(permit);
    };
    const four = Promise.all([1, 2, 3, 4].map(depart));
    await setTimeout(5);
    expect([inFlight.length, limiter.underWay, limiter.queued]).toEqual([2, 3, 1]);
    inFlight.shift()?.taken();
    await setTimeout(5);
    expect([inFlight.length, limiter.underWay, limiter.queued]).toEqual([2, 3, 0]);
    for (const permit of inFlight.splice(0)) permit.taken();
    await four;
    for (const permit of inFlight) permit.taken();
    expect([limiter.underWay, limiter.queued]).toEqual([0, 0]);
  });

  test('lets go of who waits for a place in flight once nothing is sent any more', async () => {
    const limiter = new RateLimiter();
    limiter.allow(1, 1);
    const first = await limiter.acquire(forever, true);
    await first.due();
    const stop = new AbortController();
    const second = await limiter.acquire(forever, true);
    const waiting = second.due(stop.signal);
    stop.abort();
    await waiting;
    second.end();
    first.taken();
    const third = await limiter.acquire(forever, true);
    await third.due();
    expect([limiter.underWay, limiter.queued]).toEqual([1, 0]);
  });

  test('spaces requests by the limit that was set by hand', async () => {
    const limiter = new RateLimiter({ perSecond: 100 });
    const began = performance.now();
    for (let count = 0; count < 21; count++) (await limiter.acquire(forever)).taken();
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  test('gives a permit early to a sender with something to do first, and no request leaves before it is due', async () => {
    const limiter = new RateLimiter({ perSecond: 25 });
    const began = performance.now();
    let waited = 0;
    for (let count = 0; waited < 3; count++) {
      const permit = await limiter.acquire(forever, true);
      // It takes now less and now more time.
      if (count % 2 === 0) await setTimeout(12);
      const ready = performance.now();
      await permit.due();
      if (performance.now() - ready > 5) waited += 1;
      expect(performance.now()).toBeGreaterThan(began + count * 40 - 3);
      permit.taken();
    }
  });

  test('knows for how long everything has been refused', async () => {
    const limiter = new RateLimiter();
    expect([limiter.refusedForMs, limiter.limit]).toEqual([0, undefined]);
    (await limiter.acquire(forever)).refused(undefined);
    await setTimeout(20);
    expect(limiter.refusedForMs).toBeGreaterThan(15);
    expect(limiter.limit).toBe(0);
    (await limiter.acquire(forever)).taken();
    expect(limiter.refusedForMs).toBe(0);
  });

  test('counts a permit once, however often it is ended', async () => {
    const limiter = new RateLimiter();
    const permit = await limiter.acquire(forever);
    permit.taken();
    permit.refused(1000);
    permit.end();
    expect([limiter.underWay, limiter.limit]).toEqual([0, undefined]);
  });

  test('lets go of who no longer wants to wait', async () => {
    const limiter = new RateLimiter();
    limiter.allow(1);
    const permit = await limiter.acquire(forever);
    const stop = new AbortController();
    const first = limiter.acquire(stop.signal);
    const second = limiter.acquire(forever);
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(limiter.queued).toBe(1);
    permit.end();
    ((await second) as Permit).end();
    await expect(limiter.acquire(stop.signal)).rejects.toThrow('enough');
    expect([limiter.underWay, limiter.queued]).toEqual([0, 0]);
  });
});
