import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Governor, type Turn } from '../../src/client/governor.ts';

const forever = new AbortController().signal;

describe('the governor of a service', () => {
  test('lets the first requests leave at once', async () => {
    const governor = new Governor();
    const turns = [1, 2, 3, 4].map(() => governor.turn(forever));
    // Before anything else of this process.
    expect(await Promise.race([Promise.all(turns).then(() => 'at once'), setImmediate('later')])).toBe(
      'at once',
    );
    expect([governor.underWay, governor.queued]).toEqual([4, 0]);
  });

  test('lets more leave with each answer, in the order in which they came, and never more than allowed', async () => {
    const governor = new Governor();
    governor.allow(6);
    const order: number[] = [];
    let most = 0;
    await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const turn = await governor.turn(forever);
        order.push(number);
        most = Math.max(most, governor.underWay);
        await setTimeout(1);
        turn.taken();
      }),
    );
    expect(order).toEqual(Array.from({ length: 100 }, (_, number) => number));
    expect([most, governor.underWay]).toEqual([6, 0]);
  });

  test('spaces requests by the limit that was set by hand', async () => {
    const governor = new Governor({ perSecond: 100 });
    const began = performance.now();
    for (let count = 0; count < 21; count++) (await governor.turn(forever)).taken();
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  test('gives who has something to do first a turn before the request is due, and no request leaves before that', async () => {
    const governor = new Governor({ perSecond: 25 });
    const began = performance.now();
    let waited = 0;
    for (let count = 0; waited < 3; count++) {
      const turn = await governor.turn(forever, true);
      // It takes now less and now more time.
      if (count % 2 === 0) await setTimeout(12);
      const ready = performance.now();
      await turn.due();
      if (performance.now() - ready > 5) waited += 1;
      expect(performance.now()).toBeGreaterThan(began + count * 40 - 3);
      turn.taken();
    }
  });

  test('knows for how long everything has been refused', async () => {
    const governor = new Governor();
    expect([governor.refusedForMs, governor.limit]).toEqual([0, undefined]);
    (await governor.turn(forever)).refused(undefined);
    await setTimeout(20);
    expect(governor.refusedForMs).toBeGreaterThan(15);
    expect(governor.limit).toBe(0);
    (await governor.turn(forever)).taken();
    expect(governor.refusedForMs).toBe(0);
  });

  test('counts a turn once, however often it is ended', async () => {
    const governor = new Governor();
    const turn = await governor.turn(forever);
    turn.taken();
    turn.refused(1000);
    turn.end();
    expect([governor.underWay, governor.limit]).toEqual([0, undefined]);
  });

  test('lets go of who no longer wants to wait', async () => {
    const governor = new Governor();
    governor.allow(1);
    const turn = await governor.turn(forever);
    const stop = new AbortController();
    const first = governor.turn(stop.signal);
    const second = governor.turn(forever);
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(governor.queued).toBe(1);
    turn.end();
    ((await second) as Turn).end();
    await expect(governor.turn(stop.signal)).rejects.toThrow('enough');
    expect([governor.underWay, governor.queued]).toEqual([0, 0]);
  });
});
