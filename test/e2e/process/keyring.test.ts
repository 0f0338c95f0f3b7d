import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint, Secret } from '../../../src/profiles/keys/credentials.ts';
import { readFromKeyring, writeToKeyring } from '../../../src/profiles/keys/keyring.ts';
import { around } from '../../profiles/directory.ts';
import { installedWith } from '../../profiles/keys/fake-keyring.ts';
import { inShell, machine, printed } from '../../support/built.ts';
import { resale } from '../../support/resale.ts';

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
    const clock = { ...stuck.clock, deadline: () => AbortSignal.timeout(500) };
    await expect(readFromKeyring('live', { ...stuck, clock })).rejects.toThrow(
      'the keyring did not answer within 10 s',
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

/** A desktop of its own, whose keyring is unlocked. */
const desktop = async () => {
  const on = machine();
  const unlock = 'echo -n password | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1';
  const script = `dbus-run-session -- bash -c '${unlock}; echo "$DBUS_SESSION_BUS_ADDRESS"; cat'`;
  const session = inShell(script, { on, input: undefined });
  // The keyring would outlive its desktop if that were killed.
  onTestFinished(async () => {
    session.stdin.end();
    await session;
  });
  const address = await printed(session, /\n/);
  const env = { ...on.env, DBUS_SESSION_BUS_ADDRESS: address.trim() };
  /** Where a line says that the key is, or which one it is. */
  const told = async (line: string, stdin = '') => {
    const { stdout, stderr } = await resale(`${line} --json --max-retries 0`, { env, stdin });
    expect(stderr).not.toContain('canary');
    const { keyStore, keyFrom, keyFingerprint } = JSON.parse(stdout);
    return keyStore ?? `${keyFrom} ${keyFingerprint}`;
  };
  /** The keys that are in the keyring. */
  const kept = () =>
    execFileSync('bash', ['-c', 'secret-tool search --all service resale 2>&1 | grep -oE "canary-."; true'], {
      env,
      encoding: 'utf8',
    }).trim();
  return { on, told, kept };
};

test.skipIf(!['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'].every(has))(
  'a real keyring keeps the key of a profile for as long as it has it',
  async () => {
    const { on, told, kept } = await desktop();
    const [first, second] = ['canary-1', 'canary-2'].map((text) => `keyring ${fingerprint(text)}`);
    const add = 'profiles add live --base-url https://api.shop.example --client-id client-1';
    for (const [line, stdin, said, keys] of [
      [`${add} --store keyring --api-key-stdin`, 'canary-1', 'keyring', 'canary-1'],
      // Renamed, it is found all the same.
      ['profiles rename live shop', '', 'keyring', 'canary-1'],
      ['profiles check shop', '', first, 'canary-1'],
      // A new key takes the place of the old one.
      ['profiles set shop --api-key-stdin --store keyring', 'canary-2', 'keyring', 'canary-2'],
      // Moved into the file, and back.
      ['profiles set shop --store file', '', 'file', ''],
      ['profiles set shop --store keyring', '', 'keyring', 'canary-2'],
      ['profiles check shop', '', second, 'canary-2'],
    ] as const)
      expect([line, await told(line, stdin), kept()]).toEqual([line, said, keys]);
    const config = join(on.home, '.config/resale');
    for (const name of readdirSync(config))
      expect(readFileSync(join(config, name), 'utf8')).not.toContain('canary');
    // Removed with its profile.
    await told('profiles remove shop --yes');
    expect(kept()).toBe('');
  },
);
