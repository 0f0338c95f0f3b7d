import * as keys from '../profiles/key-stores/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** Credentials that are not there, or may not be used. */
export const keyFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof keys.NoCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'no-credentials',
      hint:
        error.profile === undefined
          ? 'Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles add'
          : `Set RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with: resale profiles set ${error.profile} clientId=ID --api-key-stdin`,
    };
  if (error instanceof keys.HalfCredentials)
    return {
      exitCode: exitCodes.credentials,
      code: 'half-credentials',
      hint: `Set ${error.missing}, too, or unset ${error.given}.`,
    };
  if (error instanceof keys.ForeignOrigin)
    return {
      exitCode: exitCodes.credentials,
      code: 'foreign-origin',
      hint: `Set RESALE_CLIENT_ID and RESALE_API_KEY for ${error.wanted}, or use a profile of its own.`,
    };
  if (error instanceof keys.InvalidKey)
    return {
      exitCode: exitCodes.credentials,
      code: 'invalid-key',
      hint: 'Nothing was sent. Give the key as it was issued, on one line.',
    };
  if (error instanceof keys.MissingKey)
    return { exitCode: exitCodes.credentials, code: 'missing-key', hint: giveKey(error.profile) };
  if (error instanceof keys.KeyCommandFailed)
    return {
      exitCode: exitCodes.credentials,
      code: 'key-command-failed',
      hint: `Run it by hand to see what it wants, or change it: resale profiles set ${error.profile} --key-command COMMAND`,
    };
  if (error instanceof keys.KeyringFailed)
    return {
      exitCode: exitCodes.credentials,
      code: 'keyring-failed',
      hint: 'Is somebody logged in at a desktop whose keyring is unlocked? Elsewhere, keep the key with --store file or --key-command.',
    };
  if (error instanceof keys.KeyLeft)
    return {
      exitCode: exitCodes.failed,
      code: 'key-left',
      hint: `The profile ${error.profile} is removed. Remove its key by hand once the keyring can be reached.`,
    };
  if (error instanceof keys.InvalidKeyCommand)
    return {
      exitCode: exitCodes.usage,
      code: 'usage',
      hint: error.takesShell
        ? 'Put it into single quotes if it is meant as it stands, or say --key-command-shell.'
        : 'Give it as in: --key-command "op read op://shop/resale/key"',
    };
  if (error instanceof keys.SandboxKeys)
    return {
      exitCode: exitCodes.credentials,
      code: 'sandbox-keys',
      hint: 'Nothing was sent. Give the keys of that service, or choose another profile with --profile.',
    };
  return undefined;
};

const giveKey = (profile: string): string => `Give it again: resale profiles set ${profile} --api-key-stdin`;
