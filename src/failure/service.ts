import { InvalidDialect } from '../service/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** The names of a deployment; undefined for what is no error of that room. */
export const serviceFailure = (error: unknown): Meaning | undefined => {
  if (!(error instanceof InvalidDialect)) return undefined;
  return {
    exitCode: exitCodes.usage,
    code: 'usage',
    hint: error.known.length > 0 ? `There are ${error.known.join(', ')}.` : 'See `resale help dialects`.',
  };
};
