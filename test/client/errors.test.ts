import { expect, test } from 'vitest';
import { CallError, saysNotFound } from '../../src/client/errors.ts';

const facts = {
  method: 'POST',
  url: 'https://api.shop.example/v1/listings',
  effect: 'change',
  detail: '',
} as const;

test.each([
  ['rejected', 400, true, false],
  ['rejected', 404, true, false],
  ['rejected', 401, false, true],
  ['rejected', 403, false, true],
  ['ambiguous', 500, false, false],
  ['not-processed', 429, false, false],
] as const)(
  '%s with %i: concerns this call alone: %s, the credentials: %s',
  (attempt, status, call, keys) => {
    const error = new CallError(attempt, 'refused', { ...facts, status });
    expect([error.refusesThisCall, error.refusesCredentials]).toEqual([call, keys]);
  },
);

test.each([
  ['with the words of the service', { status: 404, serviceMessage: 'no such listing' }, true],
  ['without them: it came from somewhere else', { status: 404 }, false],
  ['another status', { status: 400, serviceMessage: 'no' }, false],
])('a 404 says that nothing is there: %s', (_, more, says) => {
  expect(saysNotFound(new CallError('rejected', 'refused', { ...facts, ...more }))).toBe(says);
});
