import { dirname, join } from 'node:path';
import { Secret, type StoredKey, type Surroundings } from './credentials.ts';
import { runProgram } from './key-command.ts';
import { KeyringFailed } from './key-errors.ts';
import type { KeyringAnswer, KeyringRequest } from './keyring-program.ts';

/** The time limit of a keyring request: the same as for a key command. */
const limitMs = 10_000;

/** The key of a keyring's entry; undefined if there is no such entry. Fails with `KeyringFailed` if there is no keyring. */
export const readFromKeyring = async (
  entry: string,
  surroundings: Surroundings,
): Promise<StoredKey | undefined> => {
  const value = await ask({ does: 'read', entry }, surroundings);
  return value === null ? undefined : parseEntry(value);
};

/** Writes a key, and checks that another process finds it, since some keyrings do not persist. Otherwise removes it and throws. */
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
    // The key may have been written anyway. The first error is reported.
    await removeFromKeyring(entry, surroundings).catch(() => undefined);
    throw error;
  }
};

export const removeFromKeyring = async (entry: string, surroundings: Surroundings): Promise<void> => {
  await ask({ does: 'remove', entry }, surroundings);
};

/** Runs bin/keyring.js, which lies beside the file that started this tool. */
const ask = async (request: KeyringRequest, surroundings: Surroundings): Promise<string | null> => {
  const [node, bin = ''] = surroundings.self;
  const { failed, stdout, isLate } = await runProgram(
    [node, join(dirname(bin), 'keyring.js')],
    { input: JSON.stringify(request), ms: limitMs },
    surroundings,
  );
  if (isLate) throw new KeyringFailed(`the keyring did not answer within ${limitMs / 1000} s`);
  if (failed) throw new KeyringFailed('the keyring could not be asked');
  const answer = JSON.parse(stdout) as KeyringAnswer;
  if ('value' in answer) return answer.value;
  throw new KeyringFailed(answer.problem);
};

const parseEntry = (value: string): StoredKey => {
  try {
    const { origin, apiKey } = JSON.parse(value) as { origin: string; apiKey: string };
    return { origin, apiKey: new Secret(apiKey) };
  } catch {
    throw new KeyringFailed('the keyring has an entry for this profile, but it holds no key of this tool');
  }
};
