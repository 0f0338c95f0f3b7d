import { InvalidProfileName, isProfileName, ReservedProfile, UnknownProfile } from './errors.ts';
import { sandboxProfile } from './sandbox-profile.ts';

/** Fails unless a profile may be added or removed under this name. */
export const refuseReserved = (name: string): void => {
  if (name === sandboxProfile.name) throw new ReservedProfile(name);
};

/** Fails unless it is the form of a profile's name. */
export const refuseInvalidName = (name: string): void => {
  if (!isProfileName(name)) throw new InvalidProfileName();
};

/** What a record of a file holds under a name: its own entries alone, for a profile may be called `constructor`. */
export const entryOf = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;

/** Fails, naming those there are, unless a profile of that name was added. */
export const refuseUnknown = (profiles: Readonly<Record<string, unknown>>, name: string): void => {
  if (!Object.hasOwn(profiles, name))
    throw new UnknownProfile(name, [...Object.keys(profiles), sandboxProfile.name]);
};

/** A record without the entry of that name. */
export const without = <Entry>(
  entries: Readonly<Record<string, Entry>>,
  name: string,
): Record<string, Entry> => {
  const { [name]: _, ...others } = entries;
  return others;
};
