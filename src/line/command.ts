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
  /** Once it has succeeded, the same line changes nothing more. */
  repeatable: boolean;
  /** Whether it asks before it does it; in a script, that needs --yes. A protected profile always asks. */
  asks: 'never' | 'sometimes' | 'always';
}

/** A command that asks the service, and changes nothing there. */
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
   * A record if it is left out. `either`: a record or a list of them, by the number of arguments; `document`: JSON that is no row
   * of a table; `lines`: records without end.
   */
  shape?: 'record' | 'records' | 'either' | 'document' | 'count' | 'lines';
  /** The documented fields of a record, those of its table first. */
  fields?: readonly (Field & Partial<Column>)[];
  /** Those in each format, if they depend on it; `fields` are those in JSON. */
  fieldsIn?(format: Format): readonly (Field & Partial<Column>)[];
  /** The service's own schema of a record, which says what those of its fields are that are the service's. */
  record?(): Promise<Endpoint['answer']>;
  /** What it prints in a pipe, if that is JSON and has no `fields`: --fields and --jq choose nothing from it. */
  prints?: Schema;
  /** It shows what the service sends, undocumented fields included. */
  passesThrough?: boolean;
}

/**
 * Which flags go together. They are named as they are typed: `--store=env` is a flag with one of its values, and `FILE` an
 * argument.
 */
export interface Combinations {
  /** Of the flags in each line, at most one may be given: `--refresh --offline`. A flag by itself is for other commands. */
  conflicts?: readonly string[];
  needs?: Readonly<Record<string, string>>;
}

export interface Command<A extends Arguments = Arguments, F extends Flags = Flags> extends Combinations {
  details?: string;
  arguments?: A;
  flags?: F;
  examples: readonly Example[];
  /** What a user may want to do next: a line to type. */
  next?: string;
  effect: CommandEffect;
  /** The effect of lines with some flags, or words, if it is another one: `--apply`. */
  effectWith?: Readonly<Record<string, CommandEffect>>;
  /** What it answers, if that is data. */
  answer?: CommandAnswer;
  /** What it answers to lines with some flags, if that is another thing: `--count`. */
  answerWith?: Readonly<Partial<Record<keyof F, CommandAnswer>>>;
  /**
   * Faults that depend on more than what a single flag says. They are reported together with values that could not be read, which are
   * undefined here. Sends nothing.
   */
  check?(
    invocation: Invocation,
    input: { arguments: Partial<ArgumentValues<A>>; flags: FlagValues<F> },
  ): UsageFault[] | Promise<UsageFault[]>;
  /** Runs the command, and returns what there is to show. */
  run(
    invocation: Invocation,
    input: { arguments: ArgumentValues<A>; flags: FlagValues<F>; rest: string[] },
  ): Promise<Result>;
  /**
   * Asks for what is missing, then runs the command: only if someone may be asked, and nothing that was typed is wrong.
   */
  walkThrough?(invocation: Invocation, line: CommandLine): Promise<Result>;
  /** It works on this machine and calls no service, so --dry-run has nothing to print. */
  local?: boolean;
  takesRows?: boolean;
  /** It keeps --base-url, which is otherwise where one line goes. */
  setsBaseUrl?: true;
  /** Takes what follows `--` as the command line of another program. */
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
