import { expect, test } from 'vitest';
import { findKey } from '../../../src/profiles/find-key.ts';
import { Secret } from '../../../src/profiles/keys/credentials.ts';
import { writeToKeyring } from '../../../src/profiles/keys/keyring.ts';
import type { KeptKey } from '../../../src/profiles/profile.ts';
import { ProfileStore } from '../../../src/profiles/store.ts';
import { configuration } from '../../profiles/directory.ts';
import { withKeyring } from '../../profiles/keys/fake-keyring.ts';

const own = 'https://api.example';
const key = { origin: own, apiKey: 'canary-key' };

/** A profile whose key is kept in that place, bound to its own origin. */
const withKey = async (kept: KeptKey) => {
  const directory = configuration({ 'credentials.json': { profiles: { live: key } } });
  const { surroundings } = withKeyring();
  if (kept.store === 'keyring')
    await writeToKeyring('live-1', { origin: own, apiKey: new Secret(key.apiKey) }, surroundings);
  const store = new ProfileStore(() => directory);
  return (origin: string) => findKey('live', { baseUrl: origin, key: kept }, origin, { store, surroundings });
};

test.each<[KeptKey]>([
  [{ store: 'file' }],
  [{ store: 'keyring', entry: 'live-1' }],
  [{ store: 'command', command: `echo ${key.apiKey}`, origin: own }],
])('%o: the key goes to the origin that it was given for, and to no other', async (kept) => {
  const find = await withKey(kept);
  expect((await find(own)).reveal()).toBe(key.apiKey);
  for (const wanted of ['https://evil.example', 'https://api.example:8443', 'http://127.0.0.1:4141'])
    await expect(find(wanted)).rejects.toMatchObject({
      code: 'no-credentials',
      message: expect.stringContaining(`are for ${own}, and are not sent to ${wanted}`),
    });
});
