import { expect, test } from 'vitest';
import { Secret } from '../../../src/profiles/keys/credentials.ts';
import { keepKey } from '../../../src/profiles/keys/keep-key.ts';
import type { Profile } from '../../../src/profiles/profile.ts';
import { withKeyring } from '../../profiles/keys/fake-keyring.ts';

const at = { name: 'live', baseUrl: 'https://api.example/v1' };
const keyring = (apiKey: string) => ({ store: 'keyring', apiKey: new Secret(apiKey) }) as const;

test('a key has a unique name in the keyring; one that replaces it removes it', async () => {
  const { surroundings, entries } = withKeyring();
  let profile: Profile = { baseUrl: at.baseUrl };
  const keep = (key: Parameters<typeof keepKey>[0]) =>
    keepKey(key, at, surroundings, async (kept) => {
      const before = profile;
      profile = { ...profile, key: kept.key };
      return before;
    });
  expect(await keep(keyring('first'))).toBeUndefined();
  expect(profile.key).toMatchObject({ store: 'keyring', entry: expect.stringMatching(/^live-[0-9a-f]{8}$/) });
  expect(Object.values(entries())).toEqual(['{"origin":"https://api.example","apiKey":"first"}']);
  expect(await keep(keyring('second'))).toBeUndefined();
  expect(Object.values(entries())).toEqual(['{"origin":"https://api.example","apiKey":"second"}']);
  expect(await keep({ store: 'env' })).toBeUndefined();
  expect(entries()).toEqual({});
});

test('a key whose profile could not be changed does not stay in the keyring', async () => {
  const { surroundings, entries } = withKeyring();
  const seen: object[] = [];
  const failing = keepKey(keyring('canary'), at, surroundings, async () => {
    seen.push(entries());
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(seen).toEqual([{ [Object.keys(seen[0] ?? {})[0] ?? '']: expect.stringContaining('canary') }]);
  expect(entries()).toEqual({});
});
