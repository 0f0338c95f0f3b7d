import { CallError } from '../client/errors.ts';
import { Interrupted } from '../terminal/io.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** The tool was stopped by a signal. */
export const interruption = ({ signal }: Interrupted): Meaning => ({
  exitCode: { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp }[
    signal
  ],
  code: 'interrupted',
  message: `Stopped by ${signal}`,
});

/** The signal that cut a call short, where one did. */
export const interruptedBy = (error: unknown): Interrupted | undefined =>
  error instanceof CallError && error.cause instanceof Interrupted ? error.cause : undefined;
