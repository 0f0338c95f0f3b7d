import { InvalidBaseUrl } from '../network/errors.ts';
import * as profiles from '../profiles/errors.ts';
import { nearest } from '../words/nearest.ts';
import { exitCodes } from './exit-codes.ts';
import { keyFailure } from './keys.ts';
import type { Meaning } from './meaning.ts';
import { profileFileFailure } from './profile-files.ts';

const knownProfiles = ({ profile, known }: profiles.UnknownProfile): string => {
  const meant = nearest(profile, known);
  return `${meant ? `Did you mean ${meant}? ` : ''}There are: ${known.join(', ')}.`;
};

/** Profiles that can't be used, their keys and their files. */
export const profileFailure = (error: unknown): Meaning | undefined => {
  const add = 'Add one with `resale profiles add`, or try the tool with: resale --profile sandbox';
  if (error instanceof profiles.NoProfile)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-profile',
      hint:
        error.known.length > 1 ? `Say --profile ${error.known.join('|')}, or: resale profiles use NAME` : add,
    };
  if (error instanceof profiles.UnknownProfile)
    return {
      exitCode: exitCodes.usage,
      code: 'unknown-profile',
      hint: knownProfiles(error),
    };
  if (error instanceof profiles.ProfileExists)
    return {
      exitCode: exitCodes.usage,
      code: 'profile-exists',
      hint: error.isReplaceable
        ? 'Say --replace to put a new one in its place.'
        : `Nothing was changed. Choose another name, or remove that one first: resale profiles remove ${error.profile}`,
    };
  if (error instanceof profiles.ReadOnlyProfile)
    return {
      exitCode: exitCodes.usage,
      code: 'read-only',
      hint: `Nothing was changed. To change that: resale profiles set ${error.profile} readOnly=`,
    };
  if (error instanceof profiles.ProtectedProfile)
    return error.asked
      ? { exitCode: exitCodes.usage, code: 'not-confirmed', deliberate: true, message: 'Nothing was changed' }
      : {
          exitCode: exitCodes.usage,
          code: 'protected',
          hint: `Nothing was changed. In a script, say both --yes and --profile ${error.profile}; RESALE_PROFILE does not count.`,
        };
  if (error instanceof profiles.FaultyProfiles)
    return {
      exitCode: exitCodes.usage,
      code: 'faulty-profiles',
      details: error.details,
      hint: 'Nothing was imported.',
    };
  const isUsage = [profiles.InvalidProfileName, profiles.ReservedProfile, InvalidBaseUrl].some(
    (kind) => error instanceof kind,
  );
  if (isUsage) return { exitCode: exitCodes.usage, code: 'usage' };
  return keyFailure(error) ?? profileFileFailure(error);
};
