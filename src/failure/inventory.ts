import { BelowZero, Conflict, UnknownOutcome, WouldClose } from '../changes/errors.ts';
import { exitCodes } from './exit-codes.ts';
import { interruptedBy, interruption } from './interruption.ts';
import type { Meaning } from './meaning.ts';

/** A change of the shop that did not go as wished. */
export const inventoryFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof Conflict)
    return {
      exitCode: exitCodes.conflict,
      code: error.code,
      message: `Conflict: the inventory of ${error.id} was expected to be ${error.expected} and is ${error.actual}; ${error.wanted} was wanted`,
      hint: `Nothing was changed. To go on from what is there: --expect ${error.actual}`,
      field: 'oldInventory',
    };
  if (error instanceof UnknownOutcome) {
    const stopped = interruptedBy(error.cause);
    return {
      exitCode: stopped ? interruption(stopped).exitCode : exitCodes.unknown,
      code: error.code,
      hint:
        error.found.length > 0
          ? `Look at it before you send anything again: resale listings get ${error.found.join(' ')}`
          : 'Look at what it was to change before you send it again: it may still be applied.',
      retryable: 'unknown',
    };
  }
  if (error instanceof BelowZero)
    return {
      exitCode: exitCodes.usage,
      code: error.code,
      hint: 'Nothing was changed.',
      field: 'inventoryAdjustment',
    };
  if (error instanceof WouldClose)
    return {
      exitCode: exitCodes.usage,
      code: error.code,
      hint: 'Nothing was changed. Leave out --no-close and say --yes to close it.',
    };
  return undefined;
};
