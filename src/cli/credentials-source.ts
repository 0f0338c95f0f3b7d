import type { ActiveProfile } from '../profiles/active-profile.ts';

/** Where a profile's credentials come from, as a person is told: never which they are. */
export const wordsFor = ({ name, sources }: ActiveProfile): string =>
  ({
    env: 'RESALE_CLIENT_ID and RESALE_API_KEY in the environment, which go before those of any profile',
    file: `the file in which the profile "${name}" keeps its key`,
    keyring: `the keyring, in which the profile "${name}" keeps its key`,
    command: `the key command of the profile "${name}"`,
    sandbox: 'the tool itself, which knows those of the sandbox',
  })[sources.credentials];
