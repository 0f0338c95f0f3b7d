import type { Failure } from '../failure/failure.ts';
import { usage } from '../failure/kinds.ts';
import { prefixed, proposal } from '../words/advice.ts';
import { nearest } from '../words/nearest.ts';
import { resaleLine } from '../words/resale-line.ts';
import type { Profile } from './profile.ts';
import { sandboxProfile } from './sandbox-profile.ts';

const isProfileName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text);

/** The sandbox's profile is built in. */
export const refuseReserved = (name: string): void => {
  if (name === sandboxProfile.name)
    throw usage(`the profile "${name}" is always there and can't be added, changed or removed`);
};

/** An invalid name is not repeated: it may be a key, pasted in the wrong place. */
export const refuseInvalidName = (name: string): void => {
  if (!isProfileName(name))
    throw usage(
      "a profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters",
    );
};

export const profileExists = (name: string): Failure =>
  usage(`there is a profile "${name}" already`, 'Use --replace to replace it.');

export const unknownProfile = (name: string, known: readonly string[], maySetUp = true): Failure => {
  const similar = nearest(name, known);
  const names = known.length > 0 ? `There are: ${known.join(', ')}.` : 'There is none yet.';
  const mayBeKey = !isProfileName(name);
  return usage(
    mayBeKey ? 'there is no profile of that name' : `there is no profile ${name}`,
    prefixed(
      similar ? `Did you mean ${similar}? ${names}` : names,
      similar || !maySetUp || mayBeKey
        ? undefined
        : proposal(`To set up ${name}:`, resaleLine('init', [name])),
    ),
  );
};

export const profileNamed = (profiles: ReadonlyMap<string, Profile>, name: string): Profile => {
  const profile = profiles.get(name);
  if (!profile) throw unknownProfile(name, [...profiles.keys()]);
  return profile;
};

/** The own property of a record: a profile may be called `constructor`. */
export const entryOf = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
