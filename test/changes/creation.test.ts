import { expect, test } from 'vitest';
import { CreationSent } from '../../src/changes/create-listing.ts';
import { OwnChanges } from '../../src/changes/own-changes.ts';
import { systemClock } from '../../src/clock.ts';
import { clientFor } from '../http/calling.ts';
import { json, startService } from '../support/service.ts';

test('a listing that may have been created is looked for at once, and 2, 5, 10 and 30 seconds later', async () => {
  const { url } = await startService({
    '/v1/listings': json(200, { listings: [], pageInfo: { hasNextPage: false } }),
  });
  const slept: number[] = [];
  const clock = { ...systemClock, sleep: async (ms: number) => void slept.push(ms) };
  const { signal } = new AbortController();
  const own = new OwnChanges(clock);
  const sent = new CreationSent({ externalIdentifier: 'r-1' }, undefined);
  await sent.probe(clientFor(url), { settleMs: 0, clock, signal, own });
  expect(slept).toEqual([0, 2_000, 3_000, 5_000, 20_000]);
});
