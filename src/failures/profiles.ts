import { nearest } from '../nearest.ts';
import * as profiles from '../profiles/errors.ts';
import { exitCodes } from './exit-codes.ts';
import { asSentence, type Meaning } from './meaning.ts';

const knownProfiles = ({ profile, known }: profiles.UnknownProfile): string => {
  const meant = nearest(profile, known);
  return `${meant ? `Did you mean ${meant}? ` : ''}There are: ${known.join(', ')}.`;
};

/** Profiles, keys and settings files that can't be used. */
export const profileFailure = (error: unknown): Meaning | undefined => {
  const add = 'Add one with `resale profiles add`, or try the tool with: resale --profile sandbox';
  if (error instanceof profiles.NoProfile)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-profile',
      hint:
        error.known.length > 1 ? `Say --profile ${error.known.join('|')}, or: resale profiles use NAME` : add,
    };
  if (error instanceof profiles.NoCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-credentials',
      hint: 'Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles add NAME --replace --client-id ID --api-key-stdin',
    };
  if (error instanceof profiles.HalfCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'half-credentials',
      hint: `Set ${error.missing}, too, or unset ${error.given}.`,
    };
  if (error instanceof profiles.ForeignOrigin)
    return {
      exitCode: exitCodes.credentials,
      code: 'foreign-origin',
      hint: `Set RESALE_CLIENT_ID and RESALE_API_KEY for ${error.wanted}, or use a profile of its own.`,
    };
  if (error instanceof profiles.InvalidKey)
    return {
      exitCode: exitCodes.credentials,
      code: 'invalid-key',
      hint: 'Nothing was sent. Give the key as it was issued, on one line.',
    };
  if (error instanceof profiles.UnknownProfile)
    return {
      exitCode: exitCodes.usage,
      code: 'unknown-profile',
      hint: knownProfiles(error),
    };
  if (error instanceof profiles.UnusableFile)
    return { exitCode: exitCodes.usage, code: 'unusable-file', hint: `${asSentence(error.remedy)}` };
  if (error instanceof profiles.DamagedSettings)
    return {
      exitCode: exitCodes.usage,
      code: 'damaged-settings',
      hint: 'It was left as it is. Mend it, or move it away and add the profiles again.',
    };
  if (error instanceof profiles.NewerSettings)
    return { exitCode: exitCodes.usage, code: 'newer-settings', hint: 'Update resale to change it.' };
  if (error instanceof profiles.ProfilesBusy)
    return {
      exitCode: exitCodes.temporary,
      code: 'profiles-busy',
      hint: 'Try again in a moment.',
      retryable: true,
    };
  if (error instanceof profiles.ProfileExists)
    return {
      exitCode: exitCodes.usage,
      code: 'profile-exists',
      hint: 'Say --replace to put a new one in its place.',
    };
  const isUsage = [
    profiles.InvalidDirectory,
    profiles.InvalidProfileName,
    profiles.ReservedProfile,
    profiles.InvalidBaseUrl,
  ].some((kind) => error instanceof kind);
  return isUsage ? { exitCode: exitCodes.usage, code: 'usage' } : undefined;
};
