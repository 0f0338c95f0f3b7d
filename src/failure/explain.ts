import {
  Advised,
  NotAsDocumented,
  NotConfirmed,
  NotFound,
  ProgramNotRun,
  UsageError,
} from '../cli/errors.ts';
import { BrokenPages, CallError, InvalidInput } from '../client/errors.ts';
import { Unhealthy } from '../doctor/errors.ts';
import { ClosedPipe, Interrupted } from '../terminal/io.ts';
import { bulkFailure } from './bulk.ts';
import { callFailure } from './call.ts';
import { networkFailure } from './connection.ts';
import { exitCodes, programExitCodes } from './exit-codes.ts';
import { feedFailure } from './feed.ts';
import { interruption } from './interruption.ts';
import { inventoryFailure } from './inventory.ts';
import { jqFailure } from './jq.ts';
import { localFailure } from './local.ts';
import { asSentence, type Failure, type Meaning } from './meaning.ts';
import { profileFailure } from './profiles.ts';
import { serviceFailure } from './service.ts';

/** Any error → what it means. Nothing else in the tool decides an exit code. */
export const explain = (error: unknown): Failure => {
  const { message, ...meaning } = meaningOf(error);
  const plain = message ?? (error instanceof Error ? error.message : String(error));
  return { retryable: false, ...meaning, message: asSentence(plain) };
};

const meaningOf = (error: unknown): Meaning => {
  if (error instanceof ClosedPipe)
    return { exitCode: exitCodes.done, code: 'closed-pipe', message: 'Nobody reads the output any more' };
  if (error instanceof Interrupted) return interruption(error);
  if (error instanceof UsageError)
    return { exitCode: exitCodes.usage, code: 'usage', hint: error.hint, field: error.faults[0]?.field };
  if (error instanceof InvalidInput)
    return { exitCode: exitCodes.usage, code: 'invalid-input', field: error.faults[0]?.path };
  if (error instanceof NotConfirmed) return notConfirmed(error);
  if (error instanceof Advised) return { ...explain(error.cause), hint: error.advice };
  if (error instanceof NotFound) return { exitCode: exitCodes.notFound, code: 'not-found', hint: error.hint };
  if (error instanceof ProgramNotRun)
    return error.isMissing
      ? { exitCode: programExitCodes.missing, code: 'program-missing', hint: 'Is it on the PATH?' }
      : { exitCode: programExitCodes.notRunnable, code: 'program-not-runnable', hint: 'May it be executed?' };
  if (error instanceof NotAsDocumented)
    return {
      exitCode: exitCodes.failed,
      code: 'not-as-documented',
      hint: 'The first faults are shown; tell whoever runs the service.',
    };
  if (error instanceof CallError) return callFailure(error);
  if (error instanceof Unhealthy) return unhealthy(error);
  if (error instanceof BrokenPages)
    return {
      exitCode: exitCodes.failed,
      code: 'broken-pages',
      hint: `What was printed is the first ${error.pagesRead} pages, and not all there is. Tell whoever runs the service.`,
    };
  return (
    bulkFailure(error, explain) ??
    inventoryFailure(error) ??
    profileFailure(error) ??
    feedFailure(error) ??
    serviceFailure(error) ??
    networkFailure(error) ??
    jqFailure(error) ??
    localFailure(error)
  );
};

/** Each failure was explained where it was shown; the first decides what a script is told. */
const unhealthy = ({ first }: Unhealthy): Meaning => ({
  exitCode: explain(first).exitCode,
  code: 'unhealthy',
});

const notConfirmed = ({ asked, message }: NotConfirmed): Meaning =>
  asked
    ? { exitCode: exitCodes.usage, code: 'not-confirmed', deliberate: true, message: 'Nothing was changed' }
    : {
        exitCode: exitCodes.usage,
        code: 'not-confirmed',
        message: message.replace(/ Go on\?$/, ''),
        hint: 'Nothing was changed. Say --yes to go ahead without being asked.',
      };
