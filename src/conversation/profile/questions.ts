import type { Invocation } from '../../cli/invocation.ts';
import { InvalidBaseUrl } from '../../network/errors.ts';
import { parseBaseUrl } from '../../network/url.ts';
import { checkKey, type Secret } from '../../profiles/credentials.ts';
import { InvalidKey, InvalidKeyCommand } from '../../profiles/keys/errors.ts';
import type { NewKey } from '../../profiles/keys/keep-key.ts';
import type { KeyStore } from '../../profiles/keys/key-store.ts';
import { splitCommand } from '../../profiles/keys/split-command.ts';
import { askSecret } from '../../terminal/prompts/lines.ts';
import type { Choice } from '../../terminal/prompts/select.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { askText } from '../../terminal/prompts/text.ts';

/** What is asked of a person for a new profile, as far as flags did not say it. */
export interface Answers {
  baseUrl: string;
  clientId: string | undefined;
  shopId: string | undefined;
}

const stores: readonly Choice<KeyStore>[] = [
  { value: 'file', word: 'file', meaning: 'in a file that only you can read' },
  { value: 'keyring', word: 'keyring', meaning: 'in the keyring of your desktop' },
  { value: 'command', word: 'command', meaning: 'in a password manager: a command prints it' },
  { value: 'env', word: 'env', meaning: 'in RESALE_CLIENT_ID and RESALE_API_KEY' },
];

/** Asks where the key is to be kept. */
export const askStore = (invocation: Invocation): Promise<KeyStore> =>
  askWhich(invocation.questionIo(), {
    message: 'Where is the API key to be kept?',
    choices: stores,
    byDefault: 'file',
  });

/** Asks for the base URL, the client id, and the shop, as far as they are missing. */
export const askAnswers = async (
  invocation: Invocation,
  given: { [Name in keyof Answers]: Answers[Name] | undefined },
  store: KeyStore,
): Promise<Answers> => {
  const io = invocation.questionIo();
  const baseUrl =
    given.baseUrl ??
    (await askText(io, { message: 'Base URL of the service', check: problemOf(parseBaseUrl) }));
  const clientId =
    given.clientId ??
    (store === 'env'
      ? undefined
      : await askText(io, {
          message: 'Client id',
          check: problemOf((said) => checkKey(said, 'the client id')),
        }));
  const shop =
    given.shopId ?? (await askText(io, { message: 'Shop where none is named (may be left empty)' }));
  return { baseUrl, clientId, shopId: shop || undefined };
};

/** Asks for the key itself, which does not show, or for the command that prints it. */
export const askKey = async (invocation: Invocation, store: KeyStore): Promise<NewKey> => {
  if (store === 'env') return { store };
  if (store !== 'command') return { store, apiKey: await askApiKey(invocation) };
  const question = { message: 'Command that prints the key', check: problemOf(splitCommand) };
  return { store, command: await askText(invocation.questionIo(), question), shell: false };
};

/** Asks for the key, and shows nothing of what is typed. */
export const askApiKey = async (invocation: Invocation): Promise<Secret> => {
  const { key, notice } = checkKey(await askSecret(invocation.questionIo(), 'API key'));
  invocation.learn(key);
  if (notice) invocation.warn(notice);
  return key;
};

const refusals = [InvalidBaseUrl, InvalidKey, InvalidKeyCommand];

const problemOf =
  (read: (said: string) => unknown) =>
  async (said: string): Promise<string | undefined> => {
    try {
      read(said);
      return undefined;
    } catch (error) {
      if (!refusals.some((refusal) => error instanceof refusal)) throw error;
      const { message } = error as Error;
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    }
  };
