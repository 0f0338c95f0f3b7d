import type { Profile } from './profile.ts';
import { invalidProfileName, isProfileName, reservedProfile, unknownProfile } from './profile-errors.ts';
import { sandboxProfile } from './sandbox-profile.ts';

export const refuseReserved = (name: string): void => {
  if (name === sandboxProfile.name) throw reservedProfile(name);
};

export const refuseInvalidName = (name: string): void => {
  if (!isProfileName(name)) throw invalidProfileName();
};

export const profileNamed = (profiles: ReadonlyMap<string, Profile>, name: string): Profile => {
  const profile = profiles.get(name);
  if (!profile) throw unknownProfile(name, [...profiles.keys()]);
  return profile;
};

/** The entry of that name, if the record itself has it: a profile may be called `constructor`. */
export const entryOf = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
