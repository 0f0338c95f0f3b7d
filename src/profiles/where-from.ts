import { resaleLine } from '../words/resale-line.ts';
import type { ActiveProfile } from './active-profile.ts';
import { sandboxProfile } from './sandbox-profile.ts';

export const keysFrom = ({ name, sources }: ActiveProfile): string =>
  ({
    env: 'RESALE_CLIENT_ID and RESALE_API_KEY in the environment, which override those of any profile',
    file: `the file in which the profile "${name}" keeps its key`,
    keyring: `the keyring, in which the profile "${name}" keeps its key`,
    command: `the key command of the profile "${name}"`,
    sandbox: 'the tool itself',
  })[sources.credentials];

/** Where the base URL comes from, or how to change it. That of the sandbox is part of the tool. */
export const baseUrlFrom = ({ name, sources }: ActiveProfile): string | undefined => {
  if (sources.baseUrl === 'flag') return 'The base URL comes from --base-url.';
  if (sources.baseUrl !== 'profile') return `The base URL comes from ${sources.baseUrl}.`;
  return name === sandboxProfile.name
    ? undefined
    : `To change the base URL: ${resaleLine('profiles set', [`${name}`], { baseUrl: 'URL' })}`;
};

/** How to replace a key that is kept here, or where else the credentials come from. */
export const aboutKeys = (active: ActiveProfile): string =>
  ['file', 'keyring'].includes(active.sources.credentials)
    ? `To replace the key of ${active.name}: ${resaleLine('profiles set', [`${active.name}`], { apiKeyStdin: true })}`
    : `The credentials came from ${keysFrom(active)}.`;
