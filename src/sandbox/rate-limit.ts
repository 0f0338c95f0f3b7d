import { Refusal } from './refusal.ts';

const windowMilliseconds = 60_000;

/** Makes the check that lets so many requests through in any 60 seconds and refuses the others with 429. */
export const rateLimit = (requestsPerMinute: number, now: () => Date) => {
  let passed: number[] = [];
  return (): void => {
    const time = now().getTime();
    passed = passed.filter((earlier) => earlier > time - windowMilliseconds);
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= requestsPerMinute) {
      const seconds = Math.ceil((oldest + windowMilliseconds - time) / 1000);
      throw new Refusal(
        429,
        `More than ${requestsPerMinute} requests in a minute; try again in ${seconds} s.`,
        {
          'Retry-After': String(seconds),
        },
      );
    }
    passed.push(time);
  };
};
