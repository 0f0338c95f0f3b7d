import { globalFlags } from '../cli/global-flags.ts';
import type { Invocation } from '../cli/invocation.ts';
import { checkProfile } from '../cli/profiles/check-profile.ts';
import { askKey, keyFlags, keyFromFlags, storeOf } from '../cli/profiles/key-flags.ts';
import { type AddFlags, addFlags, addProfile, missingSettings } from '../cli/profiles/new-profile.ts';
import { withFlags } from '../cli/profiles/setting-flags.ts';
import { keptProfile } from '../cli/profiles/shown-profile.ts';
import { explain } from '../failure/explain.ts';
import { text } from '../flags/value-kinds.ts';
import { readFlags, type UsageFault } from '../flags/values.ts';
import { KeyringFailed } from '../profiles/keys/errors.ts';
import { keyStoreOf } from '../profiles/keys/find-key.ts';
import type { NewKey } from '../profiles/keys/keep-key.ts';
import { type KeyStore, keyStores } from '../profiles/keys/key-store.ts';
import { readFromKeyring } from '../profiles/keys/keyring.ts';
import type { Profile } from '../profiles/profile.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import type { Result } from '../terminal/results.ts';
import { lineAgain, resaleLine } from '../words/resale-line.ts';
import { converse } from './engine.ts';
import { type Question, type Subject, spoken, typedAnswers } from './subject.ts';

const storeMeanings: Record<KeyStore, string> = {
  file: 'in a file that only you can read',
  keyring: 'in the keyring of your desktop',
  command: 'in a password manager: a command prints it',
  env: 'in RESALE_CLIENT_ID and RESALE_API_KEY',
};

const flags = {
  baseUrl: globalFlags.baseUrl,
  clientId: addFlags.clientId,
  store: keyFlags.store,
  apiKey: text('KEY', 'API key'),
  shopId: addFlags.shopId,
};

/** A profile as the answers describe it, and where to keep its key. */
interface KeylessProfile {
  profile: Profile;
  store: KeyStore;
}

/** How a conversation about a profile is embedded. */
interface Embedding {
  /** The profile that is set up anew: what it says is offered, and what nobody asks about stays. */
  before?: Profile | undefined;
  /** Whether it becomes the current profile. */
  isUsed?: boolean;
  /** What is said at the end: whether its first request was answered decides. */
  afterwards(isAnswered: boolean): Promise<void>;
}

/** What stands for a key among the answers: the key itself appears on no card, and in no command line. */
const given = 'given, not shown';

const withoutKeyring = (error: KeyringFailed): string =>
  `${explain(error).message} Choose another place for the key.`;

/** Asks for what the flags leave open about a profile, adds it, and tries it until it works or is left as it is. */
export const talkAboutProfile = async (
  invocation: Invocation,
  name: string,
  typed: AddFlags,
  { before, isUsed, afterwards }: Embedding,
): Promise<Result> => {
  // At the terminal, --api-key-stdin is one of the questions.
  let key = typed.apiKeyStdin && invocation.isAttended() ? undefined : await keyFromFlags(typed, invocation);
  let kept: Result | undefined;
  let isAnswered = false;

  const keyFor = (store: KeyStore): NewKey | undefined => {
    if (store === 'env') return { store };
    if (store === 'command' || key === undefined) return key?.store === store ? key : undefined;
    return 'apiKey' in key ? { ...key, store } : undefined;
  };

  let keyringWorks = false;
  /** Why no key can be kept there, in words: found before a key is typed. */
  const problemWith = async (store: KeyStore): Promise<string | undefined> => {
    if (store !== 'keyring' || keyringWorks) return undefined;
    try {
      await readFromKeyring(name, invocation.io);
      keyringWorks = true;
      return undefined;
    } catch (error) {
      if (!(error instanceof KeyringFailed)) throw error;
      return withoutKeyring(error);
    }
  };

  const again = () => resaleLine('init', [name]);

  const questions: readonly Question<KeylessProfile>[] = [
    { name: 'baseUrl', words: 'Base URL of the service' },
    { name: 'clientId', words: 'Client id' },
    {
      name: 'store',
      async ask({ offered }) {
        for (;;) {
          const store = await askWhich(invocation.questionIo(), {
            message: 'Where should the API key be kept?',
            choices: keyStores.map((word) => ({ value: word, word, meaning: storeMeanings[word] })),
            byDefault: keyStores.find((word) => word === offered),
          });
          const problem = await problemWith(store);
          if (problem === undefined) return store;
          invocation.warn(problem);
        }
      },
    },
    {
      name: 'apiKey',
      async ask({ answers: { store } }) {
        key = await askKey(invocation, store as KeyStore);
        return given;
      },
    },
    { name: 'shopId', words: 'Shop to use where a command names none', optional: true, when: () => true },
  ];

  const subject: Subject<KeylessProfile> = {
    name: 'profile',
    onlyOnce: true,
    flags,
    questions,
    ...(before && {
      offered: {
        baseUrl: before.baseUrl,
        clientId: before.clientId ?? '',
        store: keyStoreOf(before),
        shopId: before.shopId ?? '',
      },
    }),
    async judge(answers) {
      const faults: UsageFault[] = [];
      const { apiKey: _, ...read } = readFlags(flags, spoken(answers), faults);
      const said = { ...typed, ...read };
      const { profile, faults: unread } = withFlags(before ?? { baseUrl: '' }, said, invocation);
      const { store } = said;
      if (store === undefined || (await problemWith(store)) !== undefined)
        faults.push({ name: '--store', message: 'is missing' });
      else if (keyFor(store) === undefined) faults.push({ name: '--api-key', message: 'is missing' });
      return {
        item: { profile, store: store ?? 'file' },
        faults: [...faults, ...missingSettings(said), ...unread],
      };
    },
    async send([said]) {
      const { profile, store } = said as KeylessProfile;
      const replace = typed.replace || before !== undefined || kept !== undefined;
      await addProfile(invocation, { name, profile, key: keyFor(store) ?? { store: 'env' }, replace });
      if (isUsed) await (await invocation.store()).use(name);
      kept = await keptProfile(invocation, name);
      const { RESALE_CLIENT_ID, RESALE_API_KEY } = invocation.io.env;
      // Its keys may be set only where it will be used.
      if (store === 'env' && !(RESALE_CLIENT_ID && RESALE_API_KEY)) return kept;
      const { record, problem } = await checkProfile(
        invocation.under(name, store === 'env' ? undefined : {}),
      );
      isAnswered = problem === undefined;
      if (problem) throw problem;
      invocation.note(`A first request with it was answered in ${record.milliseconds} ms.`);
      return kept;
    },
    async refusal(error) {
      // Nothing else is wrong, so nothing is kept yet.
      if (error instanceof KeyringFailed && kept === undefined)
        return { inWords: withoutKeyring(error), likely: 'store' };
      if (kept === undefined || !(error instanceof Error)) return undefined;
      const { message, exit } = explain(error);
      const isKey = exit === 'credentials';
      return {
        inWords: `The profile is saved, but a first request with it failed: ${message}\nChange an answer now, or later with: ${again()}`,
        likely: isKey ? 'apiKey' : 'baseUrl',
        done: kept,
      };
    },
    afterwards: () => afterwards(isAnswered),
    line([answers = {}]) {
      if (kept !== undefined) return again();
      const { apiKey: _, ...said } = spoken(answers);
      // A key command may contain a key, typed in the wrong place.
      const unsaid = { keyCommand: undefined, keyCommandShell: undefined };
      return lineAgain({ ...invocation.line, operands: [name] }, { ...unsaid, ...said });
    },
  };
  const { baseUrl } = invocation.settings;
  const store = storeOf(typed);
  const problem = store && invocation.isAttended() ? await problemWith(store) : undefined;
  if (problem !== undefined) invocation.warn(problem);
  const said = { ...typed, store: problem === undefined ? store : undefined, baseUrl };
  return converse(invocation, subject, typedAnswers(flags, said));
};
