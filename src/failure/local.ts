import * as sandbox from '../sandbox/errors.ts';
import * as terminal from '../terminal/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** What went wrong on this machine, the unexpected included. */
export const localFailure = (error: unknown): Meaning => {
  if (error instanceof sandbox.FaultSpecError) return { exitCode: exitCodes.usage, code: 'usage' };
  if (error instanceof sandbox.PortInUse)
    return {
      exitCode: exitCodes.failed,
      code: 'port-in-use',
      hint: 'Choose another with --port, or any free one with --port 0.',
    };
  if (error instanceof sandbox.StateFileDamaged)
    return {
      exitCode: exitCodes.usage,
      code: 'damaged-state',
      hint: 'It was left as it is. Move it away to start afresh.',
    };
  if (error instanceof terminal.UnwritableFile)
    return { exitCode: exitCodes.usage, code: 'unwritable-file', hint: 'Nothing was written.' };
  if (error instanceof terminal.InputEnded)
    return {
      exitCode: exitCodes.usage,
      code: 'input-ended',
      hint: 'Nothing was sent that you had not said yes to.',
    };
  if (error instanceof terminal.UnknownField)
    return { exitCode: exitCodes.usage, code: 'unknown-field', message: `--fields ${error.message}` };
  if (error instanceof terminal.NestedTooDeep) return { exitCode: exitCodes.failed, code: 'bad-answer' };
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC')
    return {
      exitCode: exitCodes.failed,
      code: 'disk-full',
      message: 'The disk is full',
      hint: 'Make room, and run it again.',
    };
  return {
    exitCode: exitCodes.failed,
    code: 'unexpected',
    hint: 'This should not happen. --debug shows where it did.',
  };
};
