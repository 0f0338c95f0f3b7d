import { InvalidProfileName, isProfileName, ReservedProfile } from './errors.ts';
import { sandboxProfile } from './sandbox-profile.ts';

/** Fails if the name is the sandbox's, which nobody can add, change or remove. */
export const refuseReserved = (name: string): void => {
  if (name === sandboxProfile.name) throw new ReservedProfile(name);
};

/** Fails unless the text can be the name of a profile. */
export const refuseInvalidName = (name: string): void => {
  if (!isProfileName(name)) throw new InvalidProfileName();
};
