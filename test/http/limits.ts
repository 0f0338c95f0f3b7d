/** A limit as a service keeps it: undefined for a request that it takes, else what it says in `Retry-After`, in milliseconds. */
export type Limit = (now: number) => { retryAfterMs: number | undefined } | undefined;

/** What a refusal says: the time until the next request would be taken, rounded up to seconds, or something else. */
export type Says = 'the truth' | 'nothing' | number;

const refusal = (says: Says, untilMs: number) => ({
  retryAfterMs:
    says === 'nothing' ? undefined : says === 'the truth' ? Math.ceil(untilMs / 1000) * 1000 : says,
});

/** A bucket of tokens that is full at first. Its rate may change with time. */
export const bucket = (
  perSecond: number | ((now: number) => number),
  burst: number,
  says: Says = 'the truth',
): Limit => {
  let tokens = burst;
  let last = 0;
  return (now) => {
    const rate = typeof perSecond === 'number' ? perSecond : perSecond(now);
    tokens = Math.min(burst, tokens + ((now - last) * rate) / 1000);
    last = now;
    if (tokens < 1) return refusal(says, ((1 - tokens) * 1000) / rate);
    tokens -= 1;
    return undefined;
  };
};

/** So many requests in each window; `phase` says how much of the first is over. */
export const fixedWindow = (count: number, ms: number, says: Says = 'the truth', phase = 0): Limit => {
  let current = -1;
  let taken = 0;
  return (now) => {
    const number = Math.floor((now + phase) / ms);
    if (number !== current) taken = 0;
    current = number;
    if (taken >= count) return refusal(says, (number + 1) * ms - now - phase);
    taken += 1;
    return undefined;
  };
};

/** So many requests in any time of that length. */
export const slidingWindow = (count: number, ms: number, says: Says = 'the truth'): Limit => {
  let taken: number[] = [];
  return (now) => {
    taken = taken.filter((earlier) => earlier > now - ms);
    const [oldest] = taken;
    if (oldest !== undefined && taken.length >= count) return refusal(says, oldest + ms - now);
    taken.push(now);
    return undefined;
  };
};

/** Refuses a share of the requests, whatever their rate. */
export const atRandom = (share: number, random: () => number, says: Says = 1000): Limit => {
  return () => (random() < share ? refusal(says, 0) : undefined);
};

/** Random numbers from a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
