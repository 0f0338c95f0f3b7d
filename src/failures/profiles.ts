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
      hint:
        error.profile === undefined
          ? 'Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles add'
          : `Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles set ${error.profile} clientId=ID --api-key-stdin`,
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
      hint: error.isReplaceable
        ? 'Say --replace to put a new one in its place.'
        : `Nothing was changed. Choose another name, or remove that one first: resale profiles remove ${error.profile}`,
    };
  if (error instanceof profiles.MissingKey)
    return { exitCode: exitCodes.credentials, code: 'missing-key', hint: giveKey(error.profile) };
  if (error instanceof profiles.KeyCommandFailed)
    return {
      exitCode: exitCodes.credentials,
      code: 'key-command-failed',
      hint: `Run it by hand to see what it wants, or change it: resale profiles set ${error.profile} --key-command COMMAND`,
    };
  if (error instanceof profiles.KeyringFailed)
    return {
      exitCode: exitCodes.credentials,
      code: 'keyring-failed',
      hint: 'Is somebody logged in at a desktop whose keyring is unlocked? Elsewhere, keep the key with --store file or --key-command.',
    };
  if (error instanceof profiles.KeyLeft)
    return {
      exitCode: exitCodes.failed,
      code: 'key-left',
      hint: `The profile ${error.profile} is removed. Remove its key by hand once the keyring can be reached.`,
    };
  if (error instanceof profiles.InvalidKeyCommand)
    return {
      exitCode: exitCodes.usage,
      code: 'usage',
      hint: error.takesShell
        ? 'Put it into single quotes if it is meant as it stands, or say --key-command-shell.'
        : 'Give it as in: --key-command "op read op://shop/resale/key"',
    };
  if (error instanceof profiles.SandboxKeys)
    return {
      exitCode: exitCodes.credentials,
      code: 'sandbox-keys',
      hint: 'Nothing was sent. Give the keys of that service, or choose another profile with --profile.',
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
  const isUsage = [
    profiles.InvalidDirectory,
    profiles.InvalidProfileName,
    profiles.ReservedProfile,
    profiles.InvalidBaseUrl,
  ].some((kind) => error instanceof kind);
  return isUsage ? { exitCode: exitCodes.usage, code: 'usage' } : undefined;
};

const giveKey = (profile: string): string => `Give it again: resale profiles set ${profile} --api-key-stdin`;
