import { describe, expect, test } from 'vitest';
import { RequestPace } from '../../../src/http/rate/pace.ts';
import { fc } from '../../support/properties.ts';
import { atRandom, bucket, fixedWindow, type Limit, randomFrom, slidingWindow } from '../limits.ts';
import { type Sender, simulate } from '../simulation.ts';

/** Seeds of one simulation: they move each request by a little. */
const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

/** How senders fare: the seconds until all have ended, and the refusals for each row. The worst of all seeds. */
const worst = (
  senders: readonly Sender[],
  limit: (seed: number) => Limit,
  latencyMs: number,
  jitterMs = 0,
) => {
  const results = seeds.map((seed) => {
    const sent = simulate(senders, limit(seed), { latencyMs, jitterMs, seed });
    const ends = sent.map(({ ended = Infinity }, index) => (senders[index]?.start ?? 0) + ended);
    const rows = senders.reduce((sum, sender) => sum + sender.rows, 0);
    return {
      seconds: Math.max(...ends) / 1000,
      refused: sent.reduce((sum, { refused }) => sum + refused, 0) / rows,
    };
  });
  return {
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
    refused: Math.max(...results.map(({ refused }) => refused)),
  };
};

const one = (rows: number): Sender[] => [{ rows }];
const second = 1000;

describe('one process under a limit ends soon after it could, with few refusals', () => {
  test.each<[string, number, () => Limit, number, number, number, number]>([
    // limit, rows, its making, latency, what the limit allows in seconds, times that, refusals for each row
    ['100 a second, burst 20', 1000, () => bucket(100, 20, second), 5, 9.8, 1.25, 0.05],
    ['100 a second, burst 20, far away', 1000, () => bucket(100, 20, second), 80, 9.8, 1.25, 0.06],
    ['1 a second, burst 1', 60, () => bucket(1, 1), 5, 59, 1.45, 0.32],
    ['10 a second, burst 1', 200, () => bucket(10, 1), 5, 19.9, 1.3, 0.1],
    ['100 a second, burst 1', 1000, () => bucket(100, 1), 5, 10, 1.3, 0.03],
    ['10 a second, burst 10', 200, () => bucket(10, 10, second), 50, 19, 1.25, 0.1],
    ['10 a second, burst 100', 300, () => bucket(10, 100), 50, 20, 1.25, 0.1],
    ['1 a second, burst 10', 210, () => bucket(1, 10), 5, 200, 1.1, 0.15],
    ['10 a minute, burst 10', 110, () => bucket(1 / 6, 10), 50, 600, 1.1, 0.25],
    ['1000 a second, burst 100', 10_100, () => bucket(1000, 100), 5, 10, 1.25, 0.02],
    ['1000 a second, burst 1000', 11_000, () => bucket(1000, 1000), 5, 10, 1.25, 0.02],
    ['200 in each 5 s', 600, () => fixedWindow(200, 5000), 5, 10, 1.25, 0.1],
    ['200 in any 5 s', 600, () => slidingWindow(200, 5000), 5, 10, 1.25, 0.1],
    ['1000 in each minute', 2500, () => fixedWindow(1000, 60_000), 5, 120, 1.25, 0.1],
    // A Retry-After that lies, or says nothing.
    ['a bucket that says 0 s', 1000, () => bucket(100, 20, 0), 5, 9.8, 1.25, 0.06],
    ['a bucket that says nothing', 1000, () => bucket(100, 20, 'nothing'), 5, 9.8, 1.25, 0.06],
    // The last that was refused has to wait for as long as that.
    ['a bucket that says 30 s', 3000, () => bucket(100, 20, 30 * second), 5, 29.8 + 38, 1, 0.05],
    ['a window that says 1 s', 600, () => fixedWindow(200, 5000, second), 5, 10, 1.25, 0.1],
    ['a window that says nothing', 600, () => slidingWindow(200, 5000, 'nothing'), 5, 10, 1.4, 0.12],
  ])('%s', (_, rows, limit, latencyMs, allowed, times, share) => {
    const { seconds, refused } = worst(one(rows), limit, latencyMs);
    expect(seconds / allowed).toBeLessThan(times);
    expect(refused).toBeLessThanOrEqual(share);
  });

  describe.each([0, 1, 3, 10])(
    'with little slack, on a network that delays by up to %d ms more',
    (jitterMs) => {
      test.each<[string, number, (seed: number) => Limit, number, number, number, number]>([
        ['100 a second, burst 2', 1000, () => bucket(100, 2, second), 5, 10, 1.25, 0.03],
        ['100 a second, burst 5', 1000, () => bucket(100, 5, second), 5, 10, 1.25, 0.03],
        ['50 a second, burst 5, far away', 600, () => bucket(50, 5, second), 20, 11.9, 1.15, 0.05],
        ['10 a second, burst 2', 200, () => bucket(10, 2, second), 5, 20, 1.25, 0.1],
        ['500 a second, burst 50', 5000, () => bucket(500, 50, second), 5, 9.9, 1.2, 0.02],
        ['1000 a second, burst 10', 10_000, () => bucket(1000, 10, second), 5, 10, 1.25, 0.02],
        ['10 in any second', 200, () => slidingWindow(10, 1000, second), 50, 19, 1.25, 0.13],
        ['50 in any second', 1000, () => slidingWindow(50, 1000, second), 20, 19, 1.25, 0.07],
        ['10 in each second', 200, (seed) => fixedWindow(10, 1000, second, seed * 99), 5, 19, 1.25, 0.22],
        ['50 in each second', 1000, (seed) => fixedWindow(50, 1000, second, seed * 99), 20, 19, 1.25, 0.12],
        ['1000 in each minute', 2500, () => fixedWindow(1000, 60_000), 5, 120, 1.25, 0.1],
      ])('%s', (_, rows, limit, latencyMs, allowed, times, share) => {
        const { seconds, refused } = worst(one(rows), limit, latencyMs, jitterMs);
        expect(seconds / allowed).toBeLessThan(times);
        expect(refused).toBeLessThanOrEqual(share);
      });
    },
  );

  test('with a bucket that holds a single request, if it is early with what takes now less and now more time', () => {
    const seconds = (earlyMs: number) => {
      const preparing = { takesMs: 8, earlyMs };
      const [sent] = simulate(one(1000), bucket(100, 1), { latencyMs: 5, preparing });
      return (sent?.ended ?? Infinity) / 1000;
    };
    expect(seconds(8)).toBeLessThan(13);
    expect(seconds(0)).toBeGreaterThan(15);
  });

  test('wherever in a window it begins', () => {
    const { seconds } = worst(one(600), (seed) => fixedWindow(200, 5000, 'the truth', seed * 490), 5);
    expect(seconds).toBeLessThan(13.5);
  });

  test('for hours: nothing adds up that slows it down', () => {
    const [sent] = simulate(one(200_000), bucket(50, 20), { latencyMs: 20, untilMs: 12 * 3_600_000 });
    expect((sent?.ended ?? Infinity) / 4_000_000).toBeLessThan(1.06);
    expect((sent?.refused ?? Infinity) / 200_000).toBeLessThan(0.02);
  });
});

describe('without a limit', () => {
  test('it is as fast as answers come', () => {
    expect(worst(one(10_000), () => () => undefined, 5).seconds).toBeLessThan(
      (10_000 * 5 * 1.02) / 16 / 1000,
    );
  });

  test('refusals at random do not choke it', () => {
    const by = (share: number) => (seed: number) => atRandom(share, randomFrom(seed * 7));
    expect(worst(one(300), by(0.1), 5).seconds).toBeLessThan(6);
    expect(worst(one(700), by(0.1), 5).seconds).toBeLessThan(9);
    expect(worst(one(3000), by(0.2), 5).seconds).toBeLessThan(40);
  });
});

describe('several processes share a limit', () => {
  const shared = () => bucket(100, 20, second);

  test.each([
    ['two', 2, 1000, 5, 1.35],
    ['two, far away', 2, 1000, 50, 1.35],
    ['eight', 8, 500, 5, 1.7],
  ])('%s', (_, count, rows, latencyMs, times) => {
    const senders = Array.from({ length: count }, () => ({ rows }));
    const { seconds, refused } = worst(senders, shared, latencyMs);
    expect(seconds / ((count * rows - 20) / 100)).toBeLessThan(times);
    expect(refused).toBeLessThan(0.25);
  });

  test.each([
    ['two', 2, 1000, 1.25],
    ['eight', 8, 500, 1.9],
  ])('%s, in windows of a second', (_, count, rows, times) => {
    const senders = Array.from({ length: count }, () => ({ rows }));
    const { seconds, refused } = worst(senders, () => fixedWindow(100, second), 5);
    expect(seconds / ((count * rows) / 100 - 1)).toBeLessThan(times);
    expect(refused).toBeLessThan(0.25);
  });

  test('none waits for long while another one has it all', () => {
    for (const seed of seeds) {
      const [, late] = simulate([{ rows: 6000 }, { rows: 500, start: 20_000 }], shared(), {
        latencyMs: 5,
        seed,
      });
      const gaps = late?.times.map((time, index) => time - (late.times[index - 1] ?? 0)) ?? [Infinity];
      expect(late?.ended).toBeLessThan(30_000);
      expect(Math.max(...gaps)).toBeLessThan(5000);
    }
  });
});

test('a limit that changes in the midst is followed both ways', () => {
  const rate = (now: number) => (now < 10_000 ? 100 : now < 30_000 ? 20 : 200);
  const { seconds, refused } = worst(one(5000), () => bucket(rate, 20), 5);
  expect(seconds / (30 + (5000 - 1020 - 400) / 200)).toBeLessThan(1.15);
  expect(refused).toBeLessThan(0.05);
});

test('while nothing is sent, nothing is learnt: a pause does not look like a slow service', () => {
  const pace = new RequestPace();
  const limit = bucket(100, 20);
  let now = 0;
  const send = () => {
    now = Math.max(now, Math.ceil(pace.readyAt() ?? now));
    const departure = pace.leave(now);
    if (limit(now)) pace.refuse(departure, now + 5);
    else pace.take(departure, now + 5);
    now += 5;
  };
  while (now < 20_000) send();
  expect(pace.limit).toBeGreaterThan(80);
  expect(pace.limit).toBeLessThan(125);
  now += 600_000;
  // Somebody else has used up what was there.
  for (let count = 0; count < 20; count++) limit(now);
  while (now < 621_000) send();
  expect(pace.limit).toBeGreaterThan(50);
});

test('a request that was about to leave as another was refused says nothing about what was learnt from that', () => {
  const pace = new RequestPace();
  const limit = bucket(100, 1);
  let now = 0;
  let seen = 0;
  // It is decided 5 ms early, and leaves after the answer of the one before it.
  while (now < 5000) {
    const at = Math.max(now, pace.readyAt() ?? now);
    const departure = pace.leave(now, at);
    if (!limit(at)) pace.take(departure, at + 1);
    else if (!pace.limit) pace.refuse(departure, at + 1);
    else {
      const next = pace.leave(at - 1, at + 2);
      pace.refuse(departure, at + 1);
      const { limit: learnt } = pace;
      expect(pace.readyAt()).toBeGreaterThan(at + 2);
      pace.refuse(next, at + 3);
      expect(pace.limit).toBe(learnt);
      seen += 1;
    }
    now = Math.max(at + 3, (pace.readyAt() ?? 0) - 5);
  }
  expect(seen).toBeGreaterThan(3);
});

test('a limit by hand is kept, whatever the service takes', () => {
  const [sent] = simulate([{ rows: 200, perSecond: 50 }], () => undefined, { latencyMs: 5 });
  expect(sent?.ended).toBeGreaterThan(199 * 20);
  expect(sent?.ended).toBeLessThan(199 * 20 * 1.05);
});

test('whatever happens, no more are under way than may be, and a next one may leave sometime', () => {
  const answers = fc.array(fc.record({ how: fc.constantFrom('take', 'refuse', 'end'), wait: fc.nat(3000) }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(answers, fc.integer({ min: 1, max: 32 }), fc.nat(100_000), (given, most, retryAfterMs) => {
      const pace = new RequestPace({ most });
      const left: ReturnType<RequestPace['leave']>[] = [];
      let now = 0;
      for (const { how, wait } of given) {
        now += wait;
        for (let at = pace.readyAt(); at !== undefined && at <= now; at = pace.readyAt())
          left.push(pace.leave(now));
        expect(pace.underWay).toBeLessThanOrEqual(most);
        const departure = left.shift();
        if (departure === undefined) continue;
        if (how === 'take') pace.take(departure, now);
        else if (how === 'refuse') pace.refuse(departure, now, retryAfterMs);
        else pace.end(now);
      }
      for (const _ of left) pace.end(now);
      expect(pace.underWay).toBe(0);
      expect(pace.readyAt()).toBeLessThan(Infinity);
    }),
  );
});
