import type { Failure } from '../failure/failure.ts';
import type { Io } from '../terminal/io.ts';
import type { Advice } from '../words/advice.ts';
import type { FlagTexts } from '../words/resale-line.ts';
import type { UsageFault } from './flags/values.ts';

/**
 * A command line, parsed once for help, execution, completion and error reports. The parser fills it from left to right, so
 * after a mistake it still holds everything to the left of it.
 */
export class CommandLine {
  /** The words of the command, as far as they are known: `resale listings get`. */
  path = 'resale';
  /** The texts of the command's own flags. */
  readonly flags: Record<string, FlagTexts[string]> = {};
  /** The texts of the global flags. */
  readonly globals: Record<string, FlagTexts[string]> = {};
  operands: readonly string[] = [];
  /** Faults that do not depend on the value of a flag, such as a repeated flag. */
  readonly faults: UsageFault[] = [];
  isHelp = false;
  /** The names of runs and files that were typed. They are shown as they are, even if a key reads the same. */
  readonly unmaskedNames = new Set<string>();
  /** The names of listings by id, in small letters. A terminal shows the name in place of the id. */
  readonly names = new Map<string, string>();
  /** How to continue after an error; printed below its report. */
  goesOn?: Advice | undefined;
  /** Help that includes the global flags: `--help` twice, or `help … --help`. */
  isLongHelp = false;
  problem?: Failure | undefined;

  constructor(readonly env: Io['env']) {}
}
