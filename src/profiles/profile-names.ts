import { invalidProfileName, isProfileName, ReservedProfile, unknownProfile } from './errors.ts';
import type { Profile } from './profile.ts';
import { sandboxProfile } from './sandbox-profile.ts';

/** Fails if the name is the sandbox's, which nobody can add, change or remove. */
export const refuseReserved = (name: string): void => {
  if (name === sandboxProfile.name) throw new ReservedProfile(name);
};

/** Fails unless the text can be the name of a profile. */
export const refuseInvalidName = (name: string): void => {
  if (!isProfileName(name)) throw invalidProfileName();
};

/** The profile of that name. The error lists those that exist. */
export const profileNamed = (profiles: ReadonlyMap<string, Profile>, name: string): Profile => {
  const profile = profiles.get(name);
  if (!profile) throw unknownProfile(name, [...profiles.keys()]);
  return profile;
};

/** The entry of that name, if the record itself has it: a profile may be called `constructor`. */
export const entryOf = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
