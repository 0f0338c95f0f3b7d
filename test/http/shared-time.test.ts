import { describe, expect, test } from 'vitest';
import { CallTime, nextPauseMs } from '../../src/http/retry.ts';
import { movableClock } from '../support/clock.ts';
import { type Conduct, say, sayAndStall, startRawHost, wire } from '../support/raw-host.ts';
import { errorOf, resale } from '../support/resale.ts';
import { change, clientFor, failureOf, good, read } from './calling.ts';

const busy = (headers = {}) => say(wire(503, '{"error":"busy"}', headers));
const full = (headers = {}) => say(wire(429, '{"error":"slow down"}', headers));

/** A host that does these things in turn, the last one from then on. */
const hostThat = (...conducts: readonly Conduct[]) => {
  let turn = 0;
  return startRawHost((socket, request) =>
    conducts[Math.min(turn++, conducts.length - 1)]?.(socket, request),
  );
};

const env = (url: string) => ({
  RESALE_BASE_URL: url,
  RESALE_CLIENT_ID: 'client',
  RESALE_API_KEY: 'some-key',
});

describe('the attempts of a call share the time of --timeout', () => {
  test.each([
    'listings list',
    'listings get 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64',
    'shops lookup shop.example',
    'api GET /v1/listings',
    'feed fetch --link',
    'inventory set 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 3',
  ])('a silent service ends it when it is over, with exit code 7: %s', async (line) => {
    const { clock, move } = movableClock();
    const host = await startRawHost(() => move(2000));
    const result = await resale(`${line} --timeout 2 --max-retries 5`, { env: env(host.url), clock });
    expect([result.exitCode, host.requests.length]).toEqual([7, 1]);
    expect(errorOf(result)).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/^No whole answer within 2 s \(GET .*\)\.$/),
      hint: expect.stringMatching(
        /^(Nothing was changed\. )?Try again later, or allow more time with --timeout\.$/,
      ),
    });
  });

  test('a change ends unknown, after a look that has a time of its own', async () => {
    const { clock, move } = movableClock();
    const host = await startRawHost(() => move(2000));
    const line = 'inventory adjust 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 1 --timeout 2 --settle 0';
    const { exitCode } = await resale(line, { env: env(host.url), clock });
    expect([exitCode, host.requests.length]).toEqual([8, 2]);
  });

  test('a first attempt that is refused at once leaves time for others, which the error counts', async () => {
    const { clock, move } = movableClock();
    const host = await hostThat(busy(), () => move(300_000));
    const failure = await failureOf(read(clientFor(host.url, { timeoutMs: 300_000, maxRetries: 5, clock })));
    expect(failure.facts.detail).toBe('no whole answer within 300 s, the time for all 2 attempts');
  });

  test('pauses that nobody asked for fit into it: a service that fails is asked again within it', async () => {
    const { clock, slept } = movableClock();
    const host = await startRawHost(busy());
    const call = read(clientFor(host.url, { timeoutMs: 30_000, maxRetries: 20, clock }));
    expect([(await failureOf(call)).reason, host.requests.length]).toEqual([
      'server-error',
      slept.length + 1,
    ]);
    // Twenty pauses of up to twenty seconds each would take minutes.
    expect(slept.length).toBeGreaterThan(0);
    expect(slept.reduce((sum, milliseconds) => sum + milliseconds)).toBeLessThan(30_000);
  });

  test.each([
    ['with Retry-After', busy({ 'Retry-After': '50' })],
    ['by 429', full({ 'Retry-After': '50' })],
  ])('a wait that the service asks for does not count (%s)', async (_, refusal) => {
    const { clock, slept } = movableClock();
    const host = await hostThat(refusal, say(wire(200, good)));
    const client = clientFor(host.url, { timeoutMs: 40_000, maxRetries: 1, clock });
    expect(await read(client)).toMatchObject({ availableInventory: 3 });
    expect(Math.min(...slept)).toBeGreaterThanOrEqual(50_000);
  });

  test('a change is not begun in the last moments, in which it could only end unconfirmed', async () => {
    const { clock, move } = movableClock();
    const late: Conduct = async (socket) => {
      await move(2200);
      socket.end(wire(429, '{"error":"no"}'));
    };
    const host = await hostThat(late, say(wire(200, good)));
    const failure = await failureOf(change(clientFor(host.url, { timeoutMs: 2900, maxRetries: 5, clock })));
    expect([failure.attempt, failure.reason]).toEqual(['not-processed', 'rate-limited']);
    expect(host.requests).toHaveLength(1);
  });
});

test('a feed whose host says nothing: its requests share the time, too', async () => {
  const silent = await startRawHost(sayAndStall());
  const service = await startRawHost(
    say(wire(200, JSON.stringify({ url: `${silent.url}/feed`, version: 1 }))),
  );
  const line = 'feed fetch --timeout 2 --max-retries 20';
  const began = performance.now();
  const result = await resale(line, { env: env(service.url) });
  expect([result.exitCode, errorOf(result).code]).toEqual([7, 'unreachable']);
  expect(errorOf(result).message).toMatch(/gave no answer: none came within --timeout\.$/);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('the pause before another attempt is as long as the time that can be spared, at most', async () => {
  const [failure] = [await failureOf(read(clientFor('http://127.0.0.1:1')))];
  const time = new CallTime(2000);
  const pause = () =>
    nextPauseMs(failure, 9, { maxRetries: 20, maxWaitMs: 60_000 }, time.spareMs, 0, () => 0.9);
  expect([time.spareMs, pause()]).toEqual([1500, 1500]);
  time.spend(1500);
  expect([time.spareMs, pause()]).toEqual([0, 0]);
  time.spend(1);
  expect(pause()).toBeUndefined();
});
