import { globalFlags } from '../cli/global-flags.ts';
import type { Invocation } from '../cli/invocation.ts';
import { askKey, keyFlags, keyFromFlags, storeOf } from '../cli/profiles/key-flags.ts';
import {
  type AddFlags,
  addFlags,
  addProfile,
  missingSettings,
  profileSaid,
} from '../cli/profiles/new-profile.ts';
import { lineAgain } from '../cli/shell-line.ts';
import { readFlags, type UsageFault } from '../flags/values.ts';
import { shownClientId } from '../profiles/credentials.ts';
import type { KeyStore } from '../profiles/keys/key-store.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Result } from '../terminal/results.ts';
import { converse } from './engine.ts';
import { type Question, type Subject, spoken, typedAnswers } from './subject.ts';

const flags = {
  store: {
    ...keyFlags.store,
    meanings: {
      file: 'in a file that only you can read',
      keyring: 'in the keyring of your desktop',
      command: 'in a password manager: a command prints it',
      env: 'in RESALE_CLIENT_ID and RESALE_API_KEY',
    },
  },
  baseUrl: globalFlags.baseUrl,
  clientId: addFlags.clientId,
  shopId: addFlags.shopId,
};

/** A profile as the answers describe it, and where to keep its key. */
interface KeylessProfile {
  profile: Profile;
  store: KeyStore;
}

const questions: readonly Question<KeylessProfile>[] = [
  { name: 'store', words: 'Where should the API key be kept?' },
  { name: 'baseUrl', words: 'Base URL of the service' },
  { name: 'clientId', words: 'Client id', shownAs: shownClientId },
  { name: 'shopId', words: 'Shop to use where a command names none', optional: true, when: () => true },
];

/**
 * A profile to be added. Its key is not an answer, so it appears in no draft, on no card, and in no command line: it is asked for
 * once everything else is known.
 */
const newProfile = (invocation: Invocation, name: string, given: AddFlags): Subject<KeylessProfile> => ({
  name: 'profile',
  done: 'added',
  // A key command may contain a key, typed in the wrong place.
  command: lineAgain(
    { ...invocation.line, path: `${invocation.line.path} ${name}` },
    { keyCommand: undefined, keyCommandShell: undefined },
  ),
  flags,
  questions,
  begin: async () => name,
  async judge(answers) {
    const faults: UsageFault[] = [];
    const said = { ...given, ...readFlags(flags, spoken(answers), faults) };
    const { profile, faults: unread } = profileSaid(invocation, said);
    if (said.store === undefined) faults.push({ name: '--store', message: 'is missing' });
    return {
      item: { profile, store: said.store ?? 'file' },
      faults: [...faults, ...missingSettings(said), ...unread],
    };
  },
  async send([said]) {
    const { profile, store } = said as KeylessProfile;
    const key = (await keyFromFlags(given, invocation)) ?? (await askKey(invocation, store));
    return addProfile(invocation, { name, profile, key, replace: given.replace, isTried: true });
  },
});

/** Asks for what the flags leave open about a profile, and adds it. */
export const talkAboutProfile = (invocation: Invocation, name: string, given: AddFlags): Promise<Result> => {
  const { baseUrl } = invocation.settings;
  const typed = typedAnswers(flags, { ...given, store: storeOf(given), baseUrl });
  return converse(invocation, newProfile(invocation, name, given), typed);
};
