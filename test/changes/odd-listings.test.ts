import { expect, test } from 'vitest';
import { leapingClock } from '../support/clock.ts';
import type { Answer } from '../support/feed-host.ts';
import { errorOf, resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What a service says of a listing is used only after its form was checked, whoever asks: a single command, rows that are found one by
// one or by pages, a run that reads them again.
const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const whole = {
  id,
  state: 'OPEN',
  condition: 'GOOD',
  sku: 'A',
  externalIdentifier: 'A',
  availableInventory: 0,
};

const odd: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 5,
  'a list': [whole],
  'an empty object': {},
  'no id': { ...whole, id: undefined },
  'an id that is a number': { ...whole, id: 5 },
  'an id that is null': { ...whole, id: null },
  'an id that is a list': { ...whole, id: [id] },
  'an empty id': { ...whole, id: '' },
  'no state': { ...whole, state: undefined },
  'a state that is null': { ...whole, state: null },
  'a state that is a number': { ...whole, state: 5 },
  'no inventory': { ...whole, availableInventory: undefined },
  'an inventory that is a text': { ...whole, availableInventory: '0' },
  'names that are objects': { ...whole, sku: {}, externalIdentifier: [] },
};

/** A service that says this of its only listing, and how often it was asked to change something. */
const shopWith = async (listing: unknown) => {
  let changes = 0;
  const { env } = await startService({
    '/v1/listings': json(200, { listings: [listing], pageInfo: { hasNextPage: false } }),
    [`/v1/listings/${id}`]: json(200, listing),
    [`/v1/listings/${id}/inventory`]: (response, request) => {
      changes += 1;
      json(200, { id, availableInventory: 0 })(response, request);
    },
  });
  return { env: { ...env, RESALE_STATE_DIR: temporaryFolder() }, changes: () => changes };
};

/** How a line ends for each odd listing: its exit code, the code of its error, and how many changes it sent. */
const endsOf = async (line: string, stdin = '') => {
  const ends: Record<string, string> = {};
  for (const [what, listing] of Object.entries(odd)) {
    const shop = await shopWith(listing);
    const screen = await resale(`${line} --settle 0 --max-retries 0 -o json`, { env: shop.env, stdin });
    const code = screen.exitCode === 0 ? 'done' : errorOf(screen).code;
    ends[what] = `${screen.exitCode} ${code}, ${shop.changes()} sent`;
  }
  return ends;
};

const all = (end: string) => Object.fromEntries(Object.keys(odd).map((what) => [what, end]));

/** What is about no listing that has the name. */
const nameless = ['null', 'a number', 'a list', 'an empty object', 'names that are objects'];
const withoutId = Object.keys(odd).filter((what) => what.includes('id'));
const withoutState = Object.keys(odd).filter((what) => what.includes('state'));
const ending = (whats: readonly string[], end: string) =>
  Object.fromEntries(whats.map((what) => [what, end]));

const noState = { 'no state': '0 done, 1 sent' };

// Whether a listing of which no state is said is closed already, only the service knows: it counts as open.
test.each([`inventory set ${id} 0`, `listings close ${id}`])('%s sends nothing', async (line) => {
  expect(await endsOf(`${line} --yes`)).toEqual({ ...all('1 bad-answer, 0 sent'), ...noState });
});

test.each(['inventory set A 0', 'listings close A'])('%s sends nothing', async (line) => {
  expect(await endsOf(`${line} --yes`)).toEqual({
    ...all('1 bad-answer, 0 sent'),
    ...ending(withoutId, '1 bad-answer, 0 sent'),
    ...ending(nameless, '3 not-found, 0 sent'),
    ...noState,
  });
});

test.each([
  ['inventory set', `id,quantity\n${id},0\n`],
  ['inventory adjust', `id,delta\n${id},0\n`],
  ['listings close', `id\n${id}\n`],
])('%s --from, by id: a missing state counts as none', async (line, rows) => {
  expect(await endsOf(`${line} --from - --yes`, rows)).toEqual({
    ...all('1 bad-answer, 0 sent'),
    ...ending(withoutState, '0 done, 1 sent'),
    'no inventory': '2 invalid-input, 0 sent',
    'an inventory that is a text': '2 invalid-input, 0 sent',
    'names that are objects': '0 done, 1 sent',
  });
});

test.each([
  ['inventory set', 'sku,quantity\nA,0\n'],
  ['inventory set', 'listing,quantity\nA,0\n'],
  ['listings close', 'externalIdentifier\nA\n'],
])('%s --from, by name: a missing state counts as none', async (line, rows) => {
  expect(await endsOf(`${line} --from - --yes`, rows)).toEqual({
    ...all('2 invalid-input, 0 sent'),
    ...ending(withoutState, '0 done, 1 sent'),
  });
});

test('a page that is read again during a run may have become odd', async () => {
  const listings = Array.from({ length: 6 }, (_, at) => ({
    ...whole,
    id: id.replace(/^.{8}/, `0000000${at}`),
    sku: `A${at}`,
  }));
  let [reads, late] = [0, 0];
  const { env } = await startService({
    '/v1/listings': (response, request) => {
      reads += 1;
      json(200, { listings: reads > 1 ? [null, ...listings] : listings, pageInfo: { hasNextPage: false } })(
        response,
        request,
      );
    },
    ...Object.fromEntries(
      listings.flatMap((listing) => [
        [`/v1/listings/${listing.id}`, json(200, listing)],
        [
          `/v1/listings/${listing.id}/inventory`,
          (response, request) => {
            late += 2_000;
            json(200, { id: listing.id, availableInventory: 1 })(response, request);
          },
        ] satisfies [string, Answer],
      ]),
    ),
  });
  const stdin = `sku,delta\n${listings.map(({ sku }) => `${sku},1\n`).join('')}`;
  const leaping = leapingClock();
  // Each change takes two seconds.
  const clock = { ...leaping, ticks: () => leaping.ticks() + late };
  const how = { env: { ...env, RESALE_STATE_DIR: temporaryFolder() }, stdin, clock };
  const { exitCode } = await resale('inventory adjust --from - --concurrency 1', how);
  expect([exitCode, reads > 1]).toEqual([0, true]);
});
