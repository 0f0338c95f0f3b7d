import { RequestPace } from '../../src/http/rate/pace.ts';
import { type Limit, randomFrom } from './limits.ts';

/** A process that sends requests as its pace allows. */
export interface Sender {
  rows: number;
  /** When it begins, in milliseconds. */
  start?: number;
  perSecond?: number;
  most?: number;
}

/** What senders do before each request, which takes up to so long, and how early they begin with it. In milliseconds. */
export interface Preparing {
  takesMs: number;
  earlyMs: number;
}

/** What became of a sender's rows. Times are in milliseconds since it began. */
export interface Sent {
  taken: number;
  refused: number;
  /** When each row was taken. */
  times: number[];
  /** When the last one was; undefined if some never were. */
  ended: number | undefined;
}

/**
 * Plays senders against one service in simulated time: each request takes `latencyMs`, more or less, and meets the limit
 * half way, up to `jitterMs` late. A refused one comes again after its Retry-After.
 */
export const simulate = (
  senders: readonly Sender[],
  limit: Limit,
  {
    latencyMs,
    jitterMs = 0,
    preparing = { takesMs: 0, earlyMs: 0 },
    seed = 1,
    untilMs = 3_600_000,
  }: { latencyMs: number; jitterMs?: number; preparing?: Preparing; seed?: number; untilMs?: number },
): Sent[] => {
  const random = randomFrom(seed);
  const events = new Agenda();
  const results = senders.map(({ rows, start = 0, perSecond, most = 16 }) => {
    const pace = new RequestPace({ most, perSecond });
    const sent: Sent = { taken: 0, refused: 0, times: [], ended: undefined };
    let waiting = rows;
    let alarm = Number.POSITIVE_INFINITY;
    const send = () => {
      while (waiting > 0) {
        const at = pace.readyAt();
        if (at === undefined) return;
        if (at - preparing.earlyMs > events.now) {
          // Timers know no parts of a millisecond.
          const rings = Math.ceil(at - preparing.earlyMs);
          if (rings >= alarm) return;
          alarm = rings;
          events.add(rings, () => ring(rings));
          return;
        }
        waiting -= 1;
        const departure = pace.leave(events.now, Math.max(at, events.now));
        const half = (latencyMs / 2) * (0.9 + 0.2 * random());
        const leaves = Math.max(
          departure.at,
          events.now + (preparing.takesMs && preparing.takesMs * random()),
        );
        events.add(leaves + half + jitterMs * random(), () => {
          const refused = limit(events.now);
          events.add(events.now + half, () => {
            if (refused) {
              sent.refused += 1;
              pace.refuse(departure, events.now, refused.retryAfterMs);
              const { retryAfterMs: asked } = refused;
              const pause =
                asked === undefined ? random() * 1000 : asked + random() * Math.min(1000, asked / 4);
              events.add(events.now + pause, () => {
                waiting += 1;
                send();
              });
            } else {
              sent.taken += 1;
              pace.take(departure, events.now);
              sent.times.push(events.now - start);
              if (sent.taken === rows) sent.ended = events.now - start;
            }
            send();
          });
        });
      }
    };
    const ring = (rings: number) => {
      if (rings === alarm) alarm = Number.POSITIVE_INFINITY;
      send();
    };
    events.add(start, send);
    return sent;
  });
  events.run(untilMs);
  return results;
};

/** What happens when, in order of time. Few are ever waiting. */
class Agenda {
  now = 0;
  readonly #events: { at: number; run: () => void }[] = [];

  add(at: number, run: () => void): void {
    const before = this.#events.findLastIndex((one) => one.at <= at);
    this.#events.splice(before + 1, 0, { at, run });
  }

  run(untilMs: number): void {
    for (let next = this.#events.shift(); next && next.at <= untilMs; next = this.#events.shift()) {
      this.now = next.at;
      next.run();
    }
  }
}
