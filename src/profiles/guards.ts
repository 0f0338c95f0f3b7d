import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback, portOf } from '../http/connection/url.ts';
import { asUrl } from '../service/addresses.ts';
import type { ActiveProfile } from './active-profile.ts';
import { configDirectory, type Environment, InvalidDirectory, profileFileNames } from './directories.ts';
import type { Profile } from './profile.ts';
import type { ProfileStore } from './store.ts';

/** The names of profiles that guard the service: a read-only one, and a protected one. */
export interface ProfileGuards {
  readonly readOnly?: string | undefined;
  readonly protected?: string | undefined;
}

/**
 * The guards of the service in use: those of the active profile and, if the base URL comes from elsewhere, of every profile for
 * the same origin, so that another way to name a service does not disarm its guard.
 */
export const guardsOf = async (
  active: ActiveProfile,
  env: Environment,
  openStore: () => Promise<ProfileStore>,
): Promise<ProfileGuards> => {
  const kept = active.sources.baseUrl === 'profile' ? [] : await profilesFor(active.origin, env, openStore);
  const own: [string, Pick<Profile, 'readOnly' | 'protected'>] = [active.name ?? '', active];
  const all = [own, ...kept];
  return {
    readOnly: all.find(([, { readOnly }]) => readOnly)?.[0],
    protected: all.find(([, profile]) => profile.protected)?.[0],
  };
};

const profilesFor = async (
  origin: string,
  env: Environment,
  openStore: () => Promise<ProfileStore>,
): Promise<[string, Profile][]> => {
  try {
    if (!mayHoldProfiles(configDirectory(env))) return [];
    const { profiles } = await (await openStore()).read();
    return [...profiles].filter(([, { baseUrl }]) => placeOf(baseUrl) === placeOf(origin));
  } catch (error) {
    // Without a config directory there are no profiles.
    if (error instanceof InvalidDirectory) return [];
    throw error;
  }
};

/** The origin in a canonical form: one name for this machine, and no dot at the end of a host. */
const placeOf = (baseUrl: string): string | undefined => {
  const url = asUrl(baseUrl.replace(/\.(?=(?::\d+)?(?:\/|$))/, ''));
  return url && `${url.protocol}//${isLoopback(url) ? 'localhost' : url.hostname}:${portOf(url)}`;
};

const mayHoldProfiles = (directory: string): boolean => {
  try {
    return lstatSync(join(directory, profileFileNames.config), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The store will report what is wrong.
    return true;
  }
};
