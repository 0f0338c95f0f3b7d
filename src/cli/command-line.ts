import type { UsageFault } from '../flags/values.ts';
import type { Io } from '../terminal/io.ts';
import type { FlagTexts } from '../words/resale-line.ts';
import type { UsageError } from './errors.ts';

/**
 * The result of reading a command line once, on which help, execution, completion and the report of an error rely. It is
 * filled from left to right, so that after a mistake it still holds what came before.
 */
export interface CommandLine {
  /** The words of the command, as far as they are known: `resale listings get`. */
  path: string;
  /** What was typed for the flags of the command itself. */
  readonly flags: Record<string, FlagTexts[string]>;
  /** What was typed for the flags that every command takes. */
  readonly globals: Record<string, FlagTexts[string]>;
  operands: readonly string[];
  readonly env: Io['env'];
  /** What is wrong with flags, however their texts are read; told together with the faults of their values. */
  readonly faults: UsageFault[];
  isHelp: boolean;
  /** What people call the listings that were met, by id in small letters. A terminal shows that in place of the id. */
  readonly names: Map<string, string>;
  /** Asks twice for help: for the global flags, too. */
  isLongHelp: boolean;
  problem?: UsageError;
}

/** A command line of which nothing has been read yet. */
export const unreadLine = (env: Io['env']): CommandLine => ({
  path: 'resale',
  flags: {},
  globals: {},
  operands: [],
  faults: [],
  env,
  names: new Map(),
  isHelp: false,
  isLongHelp: false,
});
