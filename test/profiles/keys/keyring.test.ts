import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { fingerprint, Secret } from '../../../src/profiles/credentials.ts';
import { readFromKeyring, writeToKeyring } from '../../../src/profiles/keys/keyring.ts';
import { inShell, machine } from '../../support/built.ts';
import { deadlinesAfter } from '../../support/clock.ts';
import { around } from '../directory.ts';
import { installedWith } from './fake-keyring.ts';

const key = { origin: 'https://api.example', apiKey: new Secret('canary-key') };

describe('if there is no keyring', () => {
  test('the package is not installed', async () => {
    await expect(readFromKeyring('live', installedWith())).rejects.toThrow(
      'the package @napi-rs/keyring is not installed, without which no keyring can be reached',
    );
  });

  test('there is no desktop', async () => {
    await expect(
      writeToKeyring(
        'live',
        key,
        around({ PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent-bus' }),
      ),
    ).rejects.toThrow(/^the keyring can't be used: .*DBus/);
  });

  test('it never answers', async () => {
    const stuck = installedWith('exports.Entry = class { getPassword() { for (;;); } };');
    const clock = deadlinesAfter(500);
    await expect(readFromKeyring('live', { ...stuck, clock })).rejects.toThrow(
      'the keyring did not answer within 3 s',
    );
  });

  test('it takes the key and forgets it: what was written is taken out again', async () => {
    const forgetful = installedWith(
      `const note = (word) => appendFileSync(process.env.KEPT, word);
       exports.Entry = class {
         setPassword() { note('written '); }
         getPassword() { note('read '); return null; }
         deleteCredential() { note('removed'); }
       };`,
    );
    await expect(writeToKeyring('live', key, forgetful)).rejects.toThrow(
      'the keyring took the key, but another process does not find it there',
    );
    expect(execFileSync('cat', [forgetful.env.KEPT ?? ''], { encoding: 'utf8' })).toBe(
      'written read removed',
    );
  });

  test('the entry there is not ours', async () => {
    const foreign = installedWith(`exports.Entry = class { getPassword() { return 'canary'; } };`);
    await expect(readFromKeyring('live', foreign)).rejects.toThrow(
      'the keyring has an entry for this profile, but it holds no key of this tool',
    );
  });
});

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
};

/** Runs a script at a desktop of its own, whose keyring is unlocked. */
const atDesktop = (script: string) => {
  const on = machine();
  const unlock = 'echo -n password | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1';
  const env = {
    SCRIPT: `${unlock}\n${script}`,
    ADD: 'profiles add live --base-url https://api.shop.example --client-id client-1',
  };
  return inShell('dbus-run-session -- bash -c "$SCRIPT"', { on, env });
};

test.skipIf(!['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'].every(has))(
  'a real keyring keeps the key of a profile for as long as it has it',
  async () => {
    const { stdout, stderr } = await atDesktop(`
      found() { secret-tool search --all service resale 2> /dev/null | grep -c '^secret = '; }
      echo canary-1 | resale $ADD --store keyring --api-key-stdin --json | grep keyStore
      found; grep -rl canary "$HOME/.config" || echo in no file
      resale profiles check live --max-retries 0 --json 2> /dev/null | grep -E 'keyFrom|keyFingerprint'
      resale profiles rename live shop > /dev/null
      resale profiles check shop --max-retries 0 --json 2> /dev/null | grep keyFingerprint
      echo canary-2 | resale profiles set shop --api-key-stdin --store keyring > /dev/null; found
      resale profiles check shop --max-retries 0 --json 2> /dev/null | grep keyFingerprint
      resale profiles set shop --store file | grep keyStore; found
      resale profiles set shop --store keyring | grep keyStore; found
      resale profiles check shop --max-retries 0 --json 2> /dev/null | grep keyFingerprint
      resale profiles remove shop --yes > /dev/null; found
    `);
    expect(stderr).not.toContain('canary');
    const [first, second] = ['canary-1', 'canary-2'].map(fingerprint);
    expect(
      stdout
        .replace(/ +|,|"/g, '')
        .trim()
        .split('\n'),
    ).toEqual([
      'keyStore:keyring',
      '1',
      'innofile',
      'keyFrom:keyring',
      `keyFingerprint:${first}`,
      // Renamed, it is found all the same.
      `keyFingerprint:${first}`,
      // A new key takes the place of the old one.
      '1',
      `keyFingerprint:${second}`,
      // Moved into the file, and back.
      'keyStore:file',
      '0',
      'keyStore:keyring',
      '1',
      `keyFingerprint:${second}`,
      // Removed with its profile.
      '0',
    ]);
  },
);
