import { dirname, join } from 'node:path';
import { Secret } from '../credentials.ts';
import { KeyringFailed } from './errors.ts';
import { type StoredKey, type Surroundings, withoutKeys } from './key-store.ts';
import type { Asked, Told } from './keyring-program.ts';

/** How long the keyring may take for one thing, in milliseconds. */
const limitMs = 3_000;

/** The key that stands in the keyring under that name; undefined where none does. `KeyringFailed` where there is no keyring. */
export const readFromKeyring = async (
  entry: string,
  surroundings: Surroundings,
): Promise<StoredKey | undefined> => {
  const told = await ask({ does: 'read', entry }, surroundings);
  return told === null ? undefined : parsed(told);
};

/**
 * Writes a key, and makes sure that another process finds it there: some keyrings take a key and forget it. Where it is
 * not found, what was written is removed again and `KeyringFailed` says so.
 */
export const writeToKeyring = async (
  entry: string,
  { origin, apiKey }: StoredKey,
  surroundings: Surroundings,
): Promise<void> => {
  const value = JSON.stringify({ origin, apiKey: apiKey.reveal() });
  try {
    await ask({ does: 'write', entry, value }, surroundings);
    const found = await ask({ does: 'read', entry }, surroundings);
    if (found !== value)
      throw new KeyringFailed('the keyring took the key, but another process does not find it there');
  } catch (error) {
    // It may have been written all the same. What went wrong first is what is told.
    await removeFromKeyring(entry, surroundings).catch(() => undefined);
    throw error;
  }
};

/** Removes what stands in the keyring under that name, if anything does. */
export const removeFromKeyring = async (entry: string, surroundings: Surroundings): Promise<void> => {
  await ask({ does: 'remove', entry }, surroundings);
};

/** Asks bin/keyring.js, which lies beside the file that this tool is started with. */
const ask = async (asked: Asked, surroundings: Surroundings): Promise<string | null> => {
  const [node, bin = ''] = surroundings.self;
  const { execa } = await import('execa');
  const { timedOut, failed, stdout } = await execa(node, [join(dirname(bin), 'keyring.js')], {
    env: withoutKeys(surroundings),
    extendEnv: false,
    input: JSON.stringify(asked),
    stderr: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
    reject: false,
    cancelSignal: surroundings.interruption,
  });
  surroundings.interruption.throwIfAborted();
  if (timedOut) throw new KeyringFailed(`the keyring did not answer within ${limitMs / 1000} s`);
  if (failed) throw new KeyringFailed('the keyring could not be asked');
  const told = JSON.parse(stdout) as Told;
  if ('value' in told) return told.value;
  throw told.problem === 'not-installed'
    ? new KeyringFailed(
        'the package @napi-rs/keyring is not installed, without which no keyring can be reached',
      )
    : new KeyringFailed(`the keyring can't be used: ${told.detail}`);
};

const parsed = (value: string): StoredKey => {
  try {
    const { origin, apiKey } = JSON.parse(value) as { origin: string; apiKey: string };
    return { origin, apiKey: new Secret(apiKey) };
  } catch {
    throw new KeyringFailed(
      'what stands in the keyring under the name of this profile is no key of this tool',
    );
  }
};
