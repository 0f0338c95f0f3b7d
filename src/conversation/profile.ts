import { UsageError } from '../cli/errors.ts';
import type { Invocation } from '../cli/invocation.ts';
import { checkProfile } from '../cli/profiles/check-profile.ts';
import { askKey, type KeyStore, keyFlags, keyFromFlags, storeOf } from '../cli/profiles/key-flags.ts';
import { type AddFlags, addFlags, addProfile } from '../cli/profiles/new-profile.ts';
import { baseUrlValue, withFlags } from '../cli/profiles/setting-flags.ts';
import { keptProfile } from '../cli/profiles/shown-profile.ts';
import { explain } from '../failure/failure.ts';
import { problemIn } from '../flags/values.ts';
import { KeyringFailed } from '../profiles/keys/errors.ts';
import { keyStoreOf } from '../profiles/keys/find-key.ts';
import type { NewKey } from '../profiles/keys/keep-key.ts';
import { readFromKeyring } from '../profiles/keys/keyring.ts';
import type { Profile } from '../profiles/profile.ts';
import { lineAgain, resaleLine } from '../words/resale-line.ts';
import { askAnswer, readShop } from './ask.ts';
import { goOnWith } from './show.ts';

/** What is asked about a profile, in this order, and the question for it. */
const parts = [
  ['baseUrl', 'Base URL of the service'],
  ['store', 'Where should the API key be kept?'],
  ['clientId', 'Client id'],
  ['apiKey', ''],
  ['shopId', 'Default shop'],
  ['currency', 'Currency of its prices, such as EUR'],
] as const;
type Part = (typeof parts)[number][0];

const flags = {
  baseUrl: baseUrlValue,
  store: {
    ...keyFlags.store,
    meanings: {
      file: 'in a file that only you can read',
      keyring: 'in the keyring of your desktop',
      command: 'in a password manager: a command prints it',
      env: 'in RESALE_CLIENT_ID and RESALE_API_KEY',
    },
  },
  clientId: addFlags.clientId,
  shopId: { ...addFlags.shopId, read: readShop },
  currency: addFlags.currency,
};

/** What is answered, as it would be typed; an empty text means none. The key is not among it: it appears in no line. */
type Answers = { readonly [part in keyof typeof flags]?: string | undefined };
type Said = Answers & { store?: KeyStore | undefined };

type NextLine = readonly [title: string, line: string];

/**
 * Asks for what the flags leave open about a profile, keeps it, and tries it with one request. What a profile of that name has
 * is offered, if it is given as `before`. With `isUsed` it becomes the current one, unless it fails.
 */
export const talkAboutProfile = async (
  invocation: Invocation,
  name: string,
  typed: AddFlags,
  { before, isUsed = false }: { before?: Profile | undefined; isUsed?: boolean } = {},
): Promise<NextLine> => {
  const io = invocation.questionIo();
  const { baseUrl } = invocation.settings;
  const { faults } = withFlags(before ?? { baseUrl: '' }, { ...typed, baseUrl }, invocation);
  if (faults.length > 0) throw new UsageError(faults);
  let said: Said = {
    baseUrl,
    store: storeOf(typed),
    clientId: typed.clientId,
    shopId: typed.shopId,
    currency: typed.currency,
  };
  const offered: Answers = before ? { ...before, store: keyStoreOf(before) } : {};
  // A key that is typed is asked for in its turn; one in a pipe is read first.
  let key =
    typed.apiKeyStdin && invocation.isInteractive() ? undefined : await keyFromFlags(typed, invocation);
  let [hasAnswered, isKept, isDone] = [false, false, false];

  /** The key as it is to be kept; undefined if none was given for that place. */
  const keyThere = (): NewKey | undefined => {
    const { store } = said;
    if (store === 'env') return { store };
    if (store === 'file' || store === 'keyring')
      return key && 'apiKey' in key ? { ...key, store } : undefined;
    return key?.store === store ? key : undefined;
  };

  const isOpen = (part: Part): boolean => {
    if (part === 'apiKey') return keyThere() === undefined;
    return said[part] === undefined && !(part === 'clientId' && said.store === 'env');
  };

  /** Asks for another place if no key can be kept in the keyring. That is found before one is typed. */
  const tryKeyring = async (): Promise<void> => {
    if (said.store !== 'keyring') return;
    await readFromKeyring(name, io).catch((error: unknown) => {
      if (!(error instanceof KeyringFailed)) throw error;
      invocation.warn(`${explain(error).message} Choose another place for the key.`);
      said = { ...said, store: undefined };
    });
  };

  const askAll = async (): Promise<void> => {
    for (const [part, words] of parts)
      for (; isOpen(part); hasAnswered = true)
        if (part === 'apiKey') key = await askKey(invocation, said.store ?? 'file');
        else {
          const answer = await askAnswer(io, {
            question: { name: part, words },
            flag: flags[part],
            optional: part === 'shopId' || part === 'currency',
            offered: offered[part],
            check: async (text) => problemIn(flags[part], `${text}`),
          });
          said = { ...said, [part]: answer };
          if (part === 'store') await tryKeyring();
        }
  };

  const keep = async (): Promise<void> => {
    const { shopId, currency, ...others } = said;
    const answers = {
      ...typed,
      ...others,
      shopId: shopId || undefined,
      currency: currency?.toUpperCase() || undefined,
    };
    const none = [
      ...(shopId === '' ? ['shop-id' as const] : []),
      ...(currency === '' ? ['currency' as const] : []),
    ];
    const { profile } = withFlags(
      before ?? { baseUrl: '' },
      { ...answers, baseUrl: said.baseUrl, unset: none },
      invocation,
    );
    const replace = typed.replace || before !== undefined;
    await addProfile(invocation, { name, profile, key: keyThere() ?? { store: 'env' }, replace });
    isKept = true;
  };

  /** Tries the profile with one request, unless its keys will be set elsewhere. */
  const tryIt = async (): Promise<[outcome: string, isFine: boolean, next: NextLine]> => {
    const { RESALE_CLIENT_ID, RESALE_API_KEY } = io.env;
    const takesVariables = said.store === 'env';
    if (takesVariables && !(RESALE_CLIENT_ID && RESALE_API_KEY))
      return [`✓ ${name} is kept`, true, ['Once its keys are set:', resaleLine('profiles check', [name])]];
    const tried = invocation.under(name, takesVariables ? undefined : {});
    const { record, problem } = await checkProfile(tried);
    if (problem === undefined) {
      const next = isUsed ? 'Next:' : 'To use it from now on:';
      const line = isUsed ? resaleLine('listings list') : resaleLine('profiles use', [name]);
      return [`✓ ${name} answered in ${record.milliseconds} ms`, true, [next, line]];
    }
    const why = invocation.redact(explain(problem).message);
    return [`✗ ${name} is kept, but does not work yet\n  ${why}`, false, ['To mend it:', mending]];
  };

  const mending = resaleLine('init', [name]);
  try {
    await tryKeyring();
    await askAll();
    await keep();
    const [outcome, isFine, next] = await tryIt();
    if (isUsed && isFine) await (await invocation.store()).use(name);
    isDone = true;
    const isCurrent = isUsed && isFine ? ', and is the current profile now' : '';
    await invocation.show(await keptProfile(invocation, name, outcome + isCurrent));
    return next;
  } finally {
    if (hasAnswered && !isDone) {
      // A key command may contain a key, typed in the wrong place.
      const unsaid = { keyCommand: undefined, keyCommandShell: undefined };
      const answers = {
        ...unsaid,
        ...said,
        shopId: said.shopId || undefined,
        currency: said.currency || undefined,
      };
      const line = lineAgain({ ...invocation.line, operands: [name] }, answers);
      goOnWith(invocation, 'To go on:', isKept ? mending : line);
    }
  }
};
