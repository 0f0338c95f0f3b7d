import { askAnswer, readShop } from '../../asking/ask-question.ts';
import { goOnWith } from '../../asking/show-answers.ts';
import { explain } from '../../failure/failure.ts';
import { CallError } from '../../http/call-error.ts';
import { parseBaseUrl } from '../../http/connection/url.ts';
import { dialectFlags } from '../../line/flags/dialect-flags.ts';
import { problemIn } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { keyStoreOf } from '../../profiles/find-key.ts';
import type { NewKey } from '../../profiles/keys/keep-key.ts';
import { KeyringFailed } from '../../profiles/keys/key-errors.ts';
import { readFromKeyring } from '../../profiles/keys/keyring.ts';
import type { Profile } from '../../profiles/profile.ts';
import { lineAgain, resaleLine } from '../../words/resale-line.ts';
import { checkProfile } from './check-profile.ts';
import { askKey, type KeyStore, keyFlags, keyFromFlags, storeOf } from './key-flags.ts';
import { type AddFlags, addFlags, addProfile } from './new-profile.ts';
import { baseUrlValue, withFlags } from './setting-flags.ts';
import { keptProfile } from './shown-profile.ts';

/** The questions about a profile, in this order. */
const parts = [
  ['baseUrl', 'Base URL of the service'],
  ['serviceName', 'Name in place of Service, such as Acme in X-Acme-Client-Id'],
  ['commerceName', 'Name in place of Commerce, such as Mart in MART_SKU'],
  ['store', 'Where should the API key be kept?'],
  ['clientId', 'Client id'],
  ['apiKey', ''],
  ['shopId', 'Default shop'],
  ['currency', 'Currency of its prices, such as EUR'],
] as const;
type Part = (typeof parts)[number][0];

const unknownNames =
  "A deployment has names of its own in its headers and constants. If you don't know them, press Enter twice; doctor will find them.";

const optional: ReadonlySet<Part> = new Set(['serviceName', 'commerceName', 'shopId', 'currency']);

const flags = {
  baseUrl: baseUrlValue,
  ...dialectFlags,
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

/** The answers, as texts of flags; an empty text means none. The key is not included: it appears in no line. */
type Answers = { readonly [part in keyof typeof flags]?: string | undefined };
type ProfileAnswers = Answers & { store?: KeyStore | undefined };

type NextLine = readonly [title: string, line: string];

/**
 * Asks for the settings of a profile that the flags leave out, stores it, and tries it with one request. The settings of an
 * existing profile, `before`, are the defaults. With `isUsed` it becomes the current profile, unless the request fails.
 */
export const talkAboutProfile = async (
  invocation: Invocation,
  name: string,
  typed: AddFlags,
  { before, isUsed = false }: { before?: Profile | undefined; isUsed?: boolean } = {},
): Promise<NextLine> => {
  const io = invocation.questionIo();
  const { baseUrl } = invocation.settings;
  const profileWith = (answers: Answers & { unset?: readonly ('shop-id' | 'currency')[] }) =>
    withFlags(before ?? { baseUrl: '' }, { ...typed, ...answers, baseUrl: answers.baseUrl }, invocation);
  const { faults } = profileWith({ baseUrl });
  if (faults.length > 0) throw new UsageError(faults);
  const { serviceName, commerceName, clientId, shopId, currency } = typed;
  const words = { serviceName, commerceName };
  let soFar: ProfileAnswers = { baseUrl, ...words, store: storeOf(typed), clientId, shopId, currency };
  const offered: Answers = before ? { ...before, ...before.dialect, store: keyStoreOf(before) } : {};
  // A key from the keyboard is asked for in its turn; a key from a pipe is read first.
  let key =
    typed.apiKeyStdin && invocation.isInteractive() ? undefined : await keyFromFlags(typed, invocation);
  let [hasAnswered, isKept, isDone] = [false, false, false];

  /** The key for the chosen store; undefined if there is none yet. */
  const keyThere = (): NewKey | undefined => {
    const { store } = soFar;
    if (store === 'env') return { store };
    if (store === 'file' || store === 'keyring')
      return key && 'apiKey' in key ? { ...key, store } : undefined;
    return key?.store === store ? key : undefined;
  };

  const isOpen = (part: Part): boolean => {
    if (part === 'apiKey') return keyThere() === undefined;
    // Only the set-up of a new service asks for its two words; a line that continues it, with its store, has their answers.
    if (part in dialectFlags && (!isUsed || storeOf(typed) !== undefined)) return false;
    return soFar[part] === undefined && !(part === 'clientId' && soFar.store === 'env');
  };

  /** Asks for another store if the keyring is unusable, before the key is typed. */
  const tryKeyring = async (): Promise<void> => {
    if (soFar.store !== 'keyring') return;
    await readFromKeyring(name, io).catch((error: unknown) => {
      if (!(error instanceof KeyringFailed)) throw error;
      invocation.warn(`${explain(error).message} Choose another place for the key.`);
      soFar = { ...soFar, store: undefined };
    });
  };

  /** With the other settings of the profile, a word may give two fields one name. */
  const problemOfWord = (part: Part, text: string): string | undefined => {
    const [fault] = part in dialectFlags ? profileWith({ ...soFar, [part]: text }).faults : [];
    return fault && `It ${fault.message}.`;
  };

  /** A host may contain look-alike letters of another alphabet, so it is shown in ASCII before the key is asked for. */
  const sayHost = (): void => {
    if (soFar.baseUrl === undefined) return;
    const { host } = new URL(parseBaseUrl(soFar.baseUrl));
    if (!soFar.baseUrl.toLowerCase().includes(host)) invocation.warn(`The host is ${host}.`);
  };

  const askAll = async (): Promise<void> => {
    for (const [part, words] of parts)
      for (; isOpen(part); hasAnswered = true)
        if (part === 'apiKey') key = await askKey(invocation, soFar.store ?? 'file');
        else {
          if (part === 'serviceName') invocation.note(unknownNames);
          const answer = await askAnswer(io, {
            question: { name: part, words },
            flag: flags[part],
            optional: optional.has(part),
            offered: offered[part],
            check: async (text) => problemIn(flags[part], `${text}`) ?? problemOfWord(part, `${text}`),
          });
          soFar = { ...soFar, [part]: answer };
          if (part === 'baseUrl') sayHost();
          if (part === 'store') await tryKeyring();
        }
  };

  const keep = async (): Promise<void> => {
    const { shopId, currency, ...others } = soFar;
    const none = [
      ...(shopId === '' ? ['shop-id' as const] : []),
      ...(currency === '' ? ['currency' as const] : []),
    ];
    const { profile } = profileWith({
      ...others,
      shopId: shopId || undefined,
      currency: currency?.toUpperCase() || undefined,
      unset: none,
    });
    const replace = typed.replace || before !== undefined;
    await addProfile(invocation, { name, profile, key: keyThere() ?? { store: 'env' }, replace });
    isKept = true;
  };

  /** Tries the profile with one request, unless its keys will be set elsewhere. */
  const tryIt = async (): Promise<[outcome: string, isFine: boolean, next: NextLine]> => {
    const { RESALE_CLIENT_ID, RESALE_API_KEY } = io.env;
    const takesVariables = soFar.store === 'env';
    if (takesVariables && !(RESALE_CLIENT_ID && RESALE_API_KEY))
      return [`✓ ${name} is kept`, true, ['Once its keys are set:', resaleLine('profiles check', [name])]];
    const tried = invocation.under(name, takesVariables ? undefined : {});
    const { record, problem } = await checkProfile(tried);
    if (problem === undefined) {
      const next = isUsed ? 'Next:' : 'To use it from now on:';
      const line = isUsed ? resaleLine('listings list') : resaleLine('profiles use', [name]);
      return [`✓ ${name} answered in ${record.milliseconds} ms`, true, [next, line]];
    }
    const { message, hint } = explain(problem);
    const { refusesCredentials = false, facts } = problem instanceof CallError ? problem : {};
    const headers = refusesCredentials
      ? `\n  The keys were sent as ${facts?.credentialHeaders?.join(' and ')}.`
      : '';
    const why = `✗ ${name} is kept, but does not work yet\n  ${invocation.redact(message)}${headers}`;
    // The line of the hint sets an unknown name; any other fault needs the questions again.
    const isName = facts?.status === 400 && typeof hint === 'object';
    if (isName) return [why, false, [hint.say, hint.line]];
    const isDown = problem instanceof CallError && facts?.status === undefined;
    return [
      why,
      false,
      isDown
        ? ['To see what is in the way:', resaleLine('doctor', [], { profile: name })]
        : ['To fix it:', fixing],
    ];
  };

  const fixing = resaleLine('init', [name]);
  try {
    sayHost();
    await tryKeyring();
    await askAll();
    await keep();
    const [outcome, isFine, next] = await tryIt();
    const store = await invocation.store();
    const { current } = await store.read();
    // A profile that does not work yet replaces no current one.
    const becomesCurrent = isUsed && (isFine || current === undefined);
    if (becomesCurrent) await store.use(name);
    isDone = true;
    const isCurrent = isFine && becomesCurrent ? ', and is the current profile now' : '';
    const staysCurrent =
      isUsed && !becomesCurrent && current !== name ? `\n  ${current} stays the current profile.` : '';
    await invocation.show(await keptProfile(invocation, name, outcome + isCurrent + staysCurrent));
    return next;
  } finally {
    if (hasAnswered && !isDone) {
      // A key command may contain a key, typed in the wrong place.
      const answers = Object.entries(soFar).filter(([, answer]) => answer !== '');
      const line = lineAgain(
        { ...invocation.line, operands: [name] },
        { keyCommand: undefined, ...Object.fromEntries(answers) },
      );
      goOnWith(invocation, 'To continue:', isKept ? fixing : line);
    }
  }
};
