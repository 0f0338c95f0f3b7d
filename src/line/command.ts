import type { Schema } from '../json/schema.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { Column, Field } from '../terminal/columns.ts';
import type { Format } from '../terminal/formats.ts';
import type { Result } from '../terminal/results.ts';
import type { CommandLine } from './command-line.ts';
import type { Arguments, ArgumentValues, Flags, FlagValues, UsageFault } from './flags/values.ts';
import type { Invocation } from './invocation.ts';

/**
 * What a command does to the shop or to this machine, for programs that decide whether to start it. The feed's cache
 * and the file that its output goes to do not count.
 */
export interface CommandEffect {
  /** Whether it may change something there, and whether that may close listings. */
  does: 'reads' | 'changes' | 'closes';
  /** Where: at the service, or only in what is kept on this machine. */
  on: 'service' | 'machine';
  /** A second execution of the same line changes nothing. */
  repeatable: boolean;
  /** Whether it asks for confirmation, which a script replaces by --yes. A protected profile always asks. */
  asks: 'never' | 'sometimes' | 'always';
}

/** A command that only reads from the service. */
export const readsService: CommandEffect = { does: 'reads', on: 'service', repeatable: true, asks: 'never' };

export const readsMachine: CommandEffect = { ...readsService, on: 'machine' };

export const changesMachine: CommandEffect = { ...readsMachine, does: 'changes' };

/** A command that may close listings, and asks before it does. */
export const closesListings: CommandEffect = {
  does: 'closes',
  on: 'service',
  repeatable: true,
  asks: 'always',
};

interface Example {
  does: string;
  line: string;
}

/**
 * What data a command prints, in one place: --fields and --jq choose from it, tables take their columns from it, and `help --json`
 * describes it.
 */
export interface CommandAnswer {
  /**
   * Default: `record`. `either`: a record or a list of records, depending on the number of arguments; `document`: JSON that is no
   * row of a table; `lines`: an endless stream of records.
   */
  shape?: 'record' | 'records' | 'either' | 'document' | 'count' | 'lines';
  /** The documented fields of a record, those of its table first. */
  fields?: readonly (Field & Partial<Column>)[];
  /** The fields by format, if they depend on it; `fields` are those of JSON. */
  fieldsIn?(format: Format): readonly (Field & Partial<Column>)[];
  /** The service's schema of a record. It describes the fields that come from the service. */
  record?(): Promise<Endpoint['answer']>;
  /** The schema of JSON without `fields`, from which --fields and --jq can't select. */
  prints?: Schema;
  /** It shows what the service sends, undocumented fields included. */
  passesThrough?: boolean;
}

/**
 * Which flags go together. They are named as they are typed: `--store=env` is a flag with one of its values, and `FILE` an
 * argument.
 */
export interface Combinations {
  /** Each line excludes flags from one another: `--refresh --offline`. A single flag in a line is not allowed at all. */
  conflicts?: readonly string[];
  needs?: Readonly<Record<string, string>>;
}

export interface Command<A extends Arguments = Arguments, F extends Flags = Flags> extends Combinations {
  details?: string;
  arguments?: A;
  flags?: F;
  examples: readonly Example[];
  /** A likely next command line. */
  next?: string;
  effect: CommandEffect;
  /** Flags or words that change the effect: `--exec`. */
  effectWith?: Readonly<Record<string, CommandEffect>>;
  /** Its answer, if that is data. */
  answer?: CommandAnswer;
  /** Flags that change the answer: `--count`. */
  answerWith?: Readonly<Partial<Record<keyof F, CommandAnswer>>>;
  /**
   * Faults that depend on more than one flag. They are reported together with the values that could not be parsed, which are
   * undefined here. Sends nothing.
   */
  check?(
    invocation: Invocation,
    input: { arguments: Partial<ArgumentValues<A>>; flags: FlagValues<F> },
  ): UsageFault[] | Promise<UsageFault[]>;
  /** Runs the command, and returns its result. */
  run(
    invocation: Invocation,
    input: { arguments: ArgumentValues<A>; flags: FlagValues<F>; rest: string[] },
  ): Promise<Result>;
  /**
   * Asks for missing values, then runs the command. Called only at a terminal, and only if all typed values are valid.
   */
  walkThrough?(invocation: Invocation, line: CommandLine): Promise<Result>;
  /** It sends no request, so --dry-run has nothing to print. */
  local?: boolean;
  takesRows?: boolean;
  /** It stores --base-url in a profile. Elsewhere the flag is for a single call. */
  setsBaseUrl?: true;
  /** The words after `--` are the command line of another program. */
  takesCommand?: boolean;
}

/** Declares a command; its flags and arguments give the types of what `run` gets. */
export const command = <
  const A extends Arguments = Record<never, never>,
  const F extends Flags = Record<never, never>,
>(
  definition: Command<A, F>,
): AnyCommand => ({ arguments: {}, flags: {}, ...definition }) as unknown as AnyCommand;

export type AnyCommand = Command & {
  arguments: Arguments;
  flags: Flags;
  answerWith?: Readonly<Record<string, CommandAnswer>>;
};

/** A word that ends the path of a command. The command itself is loaded when the word is typed. */
export interface Leaf {
  name: string;
  summary: string;
  load: () => Promise<AnyCommand>;
}

export interface Branch {
  name: string;
  summary: string;
  children: readonly Leaf[];
}

/** Every command, in the order of the help screen. */
export type Tree = readonly (Branch | Leaf)[];
