import type { Failure } from '../failure/failure.ts';
import type { Io } from '../terminal/io.ts';
import type { Advice } from '../words/advice.ts';
import type { FlagTexts } from '../words/resale-line.ts';
import type { UsageFault } from './flags/values.ts';

/**
 * A command line, read once for help, execution, completion and error reports. It is filled from left to right, so after a
 * mistake it still holds what came before.
 */
export class CommandLine {
  /** The words of the command, as far as they are known: `resale listings get`. */
  path = 'resale';
  /** What was typed for the flags of the command itself. */
  readonly flags: Record<string, FlagTexts[string]> = {};
  /** What was typed for the flags that every command takes. */
  readonly globals: Record<string, FlagTexts[string]> = {};
  operands: readonly string[] = [];
  /** Faults of flags that do not depend on their values, such as a flag given twice. */
  readonly faults: UsageFault[] = [];
  isHelp = false;
  /** The names of runs and files that were typed. They are shown as they are, even if a key reads the same. */
  readonly typedNames = new Set<string>();
  /** The names of listings by id, in small letters. A terminal shows the name in place of the id. */
  readonly names = new Map<string, string>();
  /** What a person should know behind the report of an error: how to go on from it. */
  goesOn?: Advice | undefined;
  /** Asks twice for help: for the global flags, too. */
  isLongHelp = false;
  problem?: Failure;

  constructor(readonly env: Io['env']) {}
}
