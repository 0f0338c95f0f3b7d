import { text as readAll } from 'node:stream/consumers';
import { usage } from '../../failure/kinds.ts';
import { choice, text, toggle } from '../../line/flags/value-kinds.ts';
import { type FlagValues, problemIn } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { checkKey, type Secret } from '../../profiles/keys/credentials.ts';
import type { NewKey } from '../../profiles/keys/keep-key.ts';
import { InvalidKey } from '../../profiles/keys/key-errors.ts';
import { capitalized } from '../../words/counted.ts';

const keyStores = ['file', 'keyring', 'command', 'env'] as const;
export type KeyStore = (typeof keyStores)[number];

export const keyFlags = {
  store: choice('WHERE', keyStores, 'The key store'),
  apiKeyStdin: toggle('Read the API key from stdin'),
  keyCommand: text('COMMAND', 'A command that prints the API key, run at each use'),
} as const;
export type KeyFlags = FlagValues<typeof keyFlags>;

/** The key store that the flags choose; undefined if they don't mention a key. */
export const storeOf = ({ store, apiKeyStdin, keyCommand }: KeyFlags): KeyStore | undefined =>
  store ?? (keyCommand !== undefined ? 'command' : apiKeyStdin ? 'file' : undefined);

export const keyCombinations = {
  conflicts: [
    ...keyStores.filter((store) => store !== 'command').map((store) => `--store=${store} --key-command`),
    '--store=env --api-key-stdin',
    '--store=command --api-key-stdin',
    '--key-command --api-key-stdin',
  ],
};

/** The key from the flags; undefined if they only choose a store. */
export const keyFromFlags = async (flags: KeyFlags, invocation: Invocation): Promise<NewKey | undefined> => {
  const store = storeOf(flags);
  if (store === 'env') return { store };
  if (flags.keyCommand !== undefined) return { store: 'command', command: flags.keyCommand };
  if ((store === 'file' || store === 'keyring') && flags.apiKeyStdin)
    return { store, apiKey: await readKey(invocation) };
  return undefined;
};

const readKey = async (invocation: Invocation): Promise<Secret> => {
  if (invocation.isInteractive()) return askApiKey(invocation);
  // `echo` ends the key with a line break, which is dropped without a notice.
  try {
    const { key, oddity } = checkKey(await readAll(invocation.io.stdin), 'the API key');
    invocation.learn(key.reveal());
    if (oddity) invocation.warn(`${capitalized(oddity)}.`);
    return key;
  } catch (error) {
    if (!(error instanceof InvalidKey)) throw error;
    throw usage(error.message, 'Nothing was kept. Send the key as it was issued, on one line.');
  }
};

export const askKey = async (invocation: Invocation, store: KeyStore): Promise<NewKey> => {
  if (store === 'env') return { store };
  if (store !== 'command') return { store, apiKey: await askApiKey(invocation) };
  const { askText } = await import('../../terminal/prompts/ask-text.ts');
  const message = 'Command that prints the key';
  const check = async (command: string) => problemIn(keyFlags.keyCommand, command);
  return { store, command: await askText(invocation.questionIo(), { message, check }) };
};

const askApiKey = async (invocation: Invocation): Promise<Secret> => {
  const { askSecret } = await import('../../terminal/prompts/line-prompt.ts');
  const io = invocation.questionIo();
  for (;;)
    try {
      const { key, notice, oddity } = checkKey(await askSecret(io, 'API key'));
      invocation.learn(key.reveal());
      for (const one of [notice, oddity]) if (one) invocation.warn(`${capitalized(one)}.`);
      return key;
    } catch (error) {
      if (!(error instanceof InvalidKey)) throw error;
      io.stderr.write(`> ${capitalized(error.message)}.\n`);
    }
};
