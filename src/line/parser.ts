import { parseArgs } from 'node:util';
import type { Failure } from '../failure/failure.ts';
import { usage } from '../failure/kinds.ts';
import { prefixed, proposal } from '../words/advice.ts';
import { type FlagTexts, flagName, resaleLine } from '../words/resale-line.ts';
import type { AnyCommand, Tree } from './command.ts';
import type { CommandLine } from './command-line.ts';
import type { Flags, UsageFault } from './flags/values.ts';
import { globalFlags } from './global-flags.ts';
import { meantCommand, meantFlag } from './meant-command.ts';
import { helpOn } from './usage-error.ts';

/** A command, or a group of commands. */
export interface NamedCommand {
  summary: string;
  children: Tree;
  definition?: AnyCommand;
}

/** A flag that may be typed here, and where its text is stored. */
interface KnownFlag {
  name: string;
  flag: Flags[string];
  texts: Record<string, FlagTexts[string]>;
}

/** Flags by the word that is typed after `--`. */
type KnownFlags = ReadonlyMap<string, KnownFlag>;

/**
 * Parses `argv` into `line`, and returns the part of the tree that it names. Each token is stored at once, so that a mistake
 * leaves everything else; the first one becomes the `problem` of the line. `topics` are words that are known only after `help`.
 */
export const readCommandLine = async (
  argv: readonly string[],
  line: CommandLine,
  tree: Tree,
  topics: readonly string[],
): Promise<NamedCommand> => {
  line.isHelp = argv[0] === 'help';
  const first = { summary: 'The command line of an online resale shop', children: tree };
  return line.isHelp ? read(argv.slice(1), first, line, topics) : read(argv, first, line, []);
};

/** Reads what follows the words of a group or a command. A command is loaded when its word is read. */
const read = async (
  args: readonly string[],
  named: NamedCommand,
  line: CommandLine,
  topics: readonly string[],
): Promise<NamedCommand> => {
  const { children, definition } = named;
  const known = knownFlags(line, definition?.flags);
  const operands: string[] = [];
  /** `--`, once it was read: nothing after it is a flag. */
  const dashes: string[] = [];
  let finished = -1;
  for (const token of tokensOf(args, known)) {
    const { kind, index } = token;
    if (index === finished) continue;
    if (kind === 'option-terminator') dashes.push('--');
    else if (kind === 'option' && !isNumber(args[index])) {
      const problem = takeFlag(token, known, line);
      // What follows the letter of an unknown flag may be its value. Behind an unknown command, no flag is known.
      if (problem) finished = index;
      if (definition || operands.length === 0) line.problem ??= problem;
    } else {
      finished = index;
      const child = operands.length === 0 ? children.find(({ name }) => name === args[index]) : undefined;
      if (child) {
        line.path = `${line.path} ${child.name}`;
        const { summary } = child;
        const next = 'children' in child ? child : { summary, children: [], definition: await child.load() };
        return read([...dashes, ...args.slice(index + 1)], next, line, []);
      }
      operands.push(...args.slice(index, definition?.takesCommand ? undefined : index + 1));
      if (definition?.takesCommand) break;
    }
  }
  line.operands = operands;
  if (definition) line.problem ??= surplus(operands, definition, line);
  else if (operands.length > 0) line.problem ??= unknownCommand(operands, named, line, topics);
  // The line ends with a group: its help lists the commands.
  else if (!line.problem) line.globals.help = true;
  return named;
};

const isNumber = (text = ''): boolean => /^-\.?\d/.test(text);

/** The flags of a command before the global ones: the sandbox has a --rate of its own. */
const knownFlags = (line: CommandLine, own: Flags = {}): KnownFlags =>
  new Map(
    Object.entries({ ...globalFlags, ...own }).map(([name, flag]) => [
      flagName(name).slice('--'.length),
      { name, flag, texts: name in own ? line.flags : line.globals },
    ]),
  );

const tokensOf = (args: readonly string[], known: KnownFlags) => {
  const options = Object.fromEntries(
    Array.from(known, ([word, { flag }]) => [
      word,
      { type: 'toggle' in flag ? 'boolean' : 'string', ...(flag.short && { short: flag.short }) } as const,
    ]),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
};

type FlagToken = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>;

/** Stores a flag; returns what is wrong with it. A text after `=`, or after the letter of `-k…`, is not repeated: it may be a key. */
const takeFlag = (
  { name: word, rawName, value }: FlagToken,
  known: KnownFlags,
  line: CommandLine,
): Failure | undefined => {
  const found = known.get(word);
  if (!found) {
    const typed = rawName.replace(/[=\n].*/s, '');
    const similar = meantFlag(
      typed,
      line.path,
      Array.from(known.keys(), (one) => `--${one}`),
    );
    return usage(`Unknown flag '${typed}'`, similar ? `Did you mean ${similar}?` : helpOn(line));
  }
  const { name, flag, texts } = found;
  const isToggle = 'toggle' in flag;
  if (isToggle && value !== undefined)
    return usage(`--${word} takes no value: it is given or left out`, helpOn(line));
  if (!isToggle && value === undefined)
    return usage(`--${word} needs a value: --${word} ${flag.placeholder}`, helpOn(line));
  const text = value ?? true;
  const previous = texts[name];
  if (name === 'help') line.isLongHelp = previous === true || line.isHelp;
  const isTold = line.faults.some((fault) => fault.name === flagName(name));
  if (typeof previous === 'string' && !isTold) line.faults.push(givenTwice(name, flag));
  texts[name] = 'many' in flag ? [...(Array.isArray(previous) ? previous : []), String(text)] : text;
  return undefined;
};

/** One of the two values would be ignored, and it is unclear which one. */
const givenTwice = (name: string, flag: Flags[string]): UsageFault => ({
  name: flagName(name),
  message: 'is given twice, but takes only one value',
  ...('field' in flag && flag.field !== undefined ? { field: flag.field } : {}),
});

const surplus = (
  operands: readonly string[],
  definition: AnyCommand,
  line: CommandLine,
): Failure | undefined => {
  const places = Object.values(definition.arguments);
  const isEndless = definition.takesCommand || places.some((place) => 'many' in place);
  if (isEndless || operands.length <= places.length) return undefined;
  return flagAsValue(line, definition.flags) ?? tooMany(operands.slice(places.length), line);
};

/** A flag without its value consumes the next flag, whose own value is then one argument too many. */
const flagAsValue = (line: CommandLine, flags: Flags): Failure | undefined => {
  const known = Object.keys({ ...globalFlags, ...flags }).map(flagName);
  for (const [name, texts] of Object.entries({ ...line.globals, ...line.flags }))
    for (const text of [texts].flat())
      if (typeof text === 'string' && known.includes(text))
        return usage(`${flagName(name)} needs a value, and ${text} is none`, helpOn(line));
  return undefined;
};

/** Names the surplus arguments. A text after `=` is not repeated: it may be a key. */
const tooMany = (extra: readonly string[], line: CommandLine): Failure => {
  // In commands about keys, any word may be a key.
  const mayBeKey = line.path.split(' ')[1] === 'profiles';
  const shown = mayBeKey
    ? `the last ${extra.length === 1 ? 'one, which is' : `${extra.length}, which are`} not repeated, since any word may be a key`
    : extra.map((word) => `'${word.replace(/^(-[\w-]*=).+/s, '$1…').slice(0, 80)}'`).join(', ');
  const dashes = extra.some((word) => word.startsWith('-')) ? 'Nothing after -- is a flag. ' : '';
  // As `gh` has it: --json id,state.
  const fields =
    line.globals.json && !mayBeKey ? '--json takes no value: fields are chosen with --fields. ' : '';
  return usage(
    `Too many arguments for \`${line.path}\`: ${shown}`,
    prefixed(`${dashes}${fields}`.trim(), helpOn(line)),
  );
};

const unknownCommand = (
  [word = '', ...rest]: readonly string[],
  { children }: NamedCommand,
  line: CommandLine,
  topics: readonly string[],
): Failure => {
  const before = line.path.split(' ').slice(1);
  const similar = meantCommand(word, before, children, topics);
  const proposed = (words: string): string =>
    line.isHelp || line.globals.help
      ? resaleLine(`help ${words}`)
      : resaleLine(words, words.startsWith('profiles') ? [] : rest);
  return usage(
    `Unknown command '${word}'`,
    similar === undefined ? helpOn(line) : proposal('Did you mean this:', proposed(similar)),
  );
};
