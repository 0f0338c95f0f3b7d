import { asUrl } from '../network/url.ts';
import type { ActiveProfile } from './active.ts';
import { InvalidDirectory } from './files/errors.ts';
import { configDirectory, type Environment } from './paths.ts';
import type { Profile } from './settings.ts';
import { areSettingsThere } from './settings-there.ts';
import type { Store } from './store.ts';

/** The profiles whose guards hold, by name; missing where there is none. */
export interface Guards {
  readonly readOnly?: string | undefined;
  readonly protected?: string | undefined;
}

/**
 * What guards the service in use: its profile and, where flags or the environment say where the service is, every profile
 * that is kept for the same origin. To name a service otherwise must not disarm its guard. The store is opened only where
 * there are settings in it.
 */
export const guardsOf = async (
  active: ActiveProfile,
  env: Environment,
  openStore: () => Promise<Store>,
): Promise<Guards> => {
  const kept = active.sources.baseUrl === 'profile' ? [] : await keptFor(active.origin, env, openStore);
  const own: [string, Pick<Profile, 'readOnly' | 'protected'>] = [active.name ?? '', active];
  const all = [own, ...kept];
  return {
    readOnly: all.find(([, { readOnly }]) => readOnly)?.[0],
    protected: all.find(([, profile]) => profile.protected)?.[0],
  };
};

const keptFor = async (
  origin: string,
  env: Environment,
  openStore: () => Promise<Store>,
): Promise<[string, Profile][]> => {
  try {
    if (!areSettingsThere(configDirectory(env))) return [];
    const { profiles } = await (await openStore()).read();
    return [...profiles].filter(([, { baseUrl }]) => asUrl(baseUrl)?.origin === origin);
  } catch (error) {
    // Where there can be no profiles, there are none.
    if (error instanceof InvalidDirectory) return [];
    throw error;
  }
};
