import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../../service/dialect.ts';
import { limitHeader } from '../host-guard.ts';
import { acceptedCredentials, type ChaosSettings } from '../options.ts';
import { Refusal } from '../refusal.ts';

/** Refuses requests with 403 unless they carry the right credentials. */
export const keyCheck = ({ header }: Dialect) => {
  const names = [header.clientId, header.authenticationKey] as const;
  return (headers: IncomingHttpHeaders): void => {
    const given = names.map((name) => headers[name.toLowerCase()]);
    const missing = names.filter((_, index) => given[index] === undefined);
    if (missing.length > 0) throw new Refusal(403, `Credentials are missing: ${missing.join(' and ')}.`);
    if (given[0] !== acceptedCredentials.clientId || given[1] !== acceptedCredentials.apiKey)
      throw new Refusal(
        403,
        'The client id or the authentication key is wrong: the sandbox takes only its own.',
      );
  };
};

/** Makes a check that refuses requests beyond a limit with 429: a bucket of tokens, full at first. */
export const tokenBucket = ({ perSecond, burst }: NonNullable<ChaosSettings['limit']>, now: () => Date) => {
  let tokens = burst;
  let last = now().getTime();
  return (): void => {
    const time = now().getTime();
    tokens = Math.min(burst, tokens + (Math.max(0, time - last) * perSecond) / 1000);
    last = time;
    if (tokens < 1) {
      const seconds = Math.ceil((1 - tokens) / perSecond);
      throw new Refusal(429, `Too many requests; try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
        [limitHeader]: 'rate',
      });
    }
    tokens -= 1;
  };
};

const windowMilliseconds = 60_000;

/** Lets that many requests through in any 60 seconds, and refuses the others with 429. */
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
        `Only ${requestsPerMinute} requests a minute are allowed; try again in ${seconds} s.`,
        { 'Retry-After': String(seconds) },
      );
    }
    passed.push(time);
  };
};
