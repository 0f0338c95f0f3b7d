import * as files from '../profiles/files/errors.ts';
import { exitCodes } from './exit-codes.ts';
import { asSentence, type Meaning } from './meaning.ts';

/** Directories and settings files that can't be used. */
export const profileFileFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof files.InvalidDirectory) return { exitCode: exitCodes.usage, code: 'usage' };
  if (error instanceof files.UnusableFile)
    return { exitCode: exitCodes.usage, code: 'unusable-file', hint: `${asSentence(error.remedy)}` };
  if (error instanceof files.DamagedSettings)
    return {
      exitCode: exitCodes.usage,
      code: 'damaged-settings',
      hint: 'It was left as it is. Mend it, or move it away and add the profiles again.',
    };
  if (error instanceof files.NewerSettings)
    return { exitCode: exitCodes.usage, code: 'newer-settings', hint: 'Update resale to change it.' };
  if (error instanceof files.ProfilesBusy)
    return {
      exitCode: exitCodes.temporary,
      code: 'profiles-busy',
      hint: 'Try again in a moment.',
      retryable: true,
    };
  return undefined;
};
