import { Command as Commander, CommanderError, Option } from 'commander';
import type { Failure } from '../failure/failure.ts';
import { usage } from '../failure/kinds.ts';
import { prefixed, proposal } from '../words/advice.ts';
import { capitalized } from '../words/counted.ts';
import { type FlagTexts, flagName, resaleLine } from '../words/resale-line.ts';
import type { AnyCommand, Branch, Leaf, Tree } from './command.ts';
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

/** The state of the parser: the line, and the command or group that it names so far. */
interface Reading {
  line: CommandLine;
  named: NamedCommand;
  /** Words that are known only after `help`. */
  topics: readonly string[];
}

/**
 * Parses `argv` into `line`, and returns the part of the tree that it names. Each token is stored at once, so that a mistake
 * leaves everything before it; the mistake itself becomes the `problem` of the line.
 */
export const readCommandLine = async (
  argv: readonly string[],
  line: CommandLine,
  tree: Tree,
  topics: readonly string[],
): Promise<NamedCommand> => {
  line.isHelp = argv[0] === 'help';
  const reading: Reading = {
    line,
    named: { summary: 'The command line of an online resale shop', children: tree },
    topics: line.isHelp ? topics : [],
  };
  const program = new Commander('resale')
    .exitOverride()
    .configureOutput({
      writeOut: () => {},
      writeErr: () => {},
      outputError: () => {},
      // Asked before a help screen, and would open stderr.
      getErrHasColors: () => false,
      getErrHelpWidth: () => 80,
    })
    .configureHelp({ formatHelp: () => '' })
    .enablePositionalOptions();
  declareWords(program, reading);
  try {
    await program.parseAsync(argv.slice(line.isHelp ? 1 : 0), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The line ends with a group: its help lists the commands.
    if (error.code === 'commander.help') line.globals.help = true;
    else line.problem = problemOf(error, reading);
  }
  return reading.named;
};

/** Declares the next words. The command behind a word is loaded when the word is parsed. */
const declareWords = (parent: Commander, reading: Reading): void => {
  const { children } = reading.named;
  parent.helpOption(false).helpCommand(false);
  declareFlags(parent, globalFlags, reading.line.globals, reading.line);
  for (const { name } of children) parent.command(name);
  parent.hook('preSubcommand', async (_, declared) => {
    const child = children.find(({ name }) => name === declared.name());
    if (child !== undefined) await enter(child, declared, reading);
  });
  parent.on('command:*', (operands: string[]) => {
    reading.line.operands = operands;
    reading.line.problem = unknownCommand(operands, reading);
  });
};

const enter = async (child: Branch | Leaf, declared: Commander, reading: Reading): Promise<void> => {
  const { line } = reading;
  line.path = `${line.path} ${child.name}`;
  reading.topics = [];
  if ('children' in child) {
    reading.named = child;
    declareWords(declared, reading);
    return;
  }
  const definition = await child.load();
  reading.named = { summary: child.summary, children: [], definition };
  // A missing argument is reported together with everything else that is missing.
  for (const [name, argument] of Object.entries(definition.arguments))
    declared.argument(`[${name}${'many' in argument ? '...' : ''}]`);
  if (definition.takesCommand) declared.argument('[command...]').passThroughOptions();
  declareFlags(declared.helpOption(false), definition.flags, line.flags, line);
  // The sandbox has a --rate of its own.
  const others = Object.entries(globalFlags).filter(([name]) => definition.flags[name] === undefined);
  declareFlags(declared, Object.fromEntries(others), line.globals, line);
  declared.allowExcessArguments().action(() => {
    line.operands = declared.args;
    const { length } = declared.registeredArguments;
    if (!declared.registeredArguments.at(-1)?.variadic && declared.args.length > length)
      line.problem ??= flagAsValue(line, definition.flags) ?? tooMany(declared.args.slice(length), line);
  });
};

const declareFlags = (
  command: Commander,
  flags: Flags,
  texts: Record<string, FlagTexts[string]>,
  line: CommandLine,
): void => {
  for (const [name, flag] of Object.entries(flags)) {
    const short = flag.short ? `-${flag.short}, ` : '';
    const value = 'toggle' in flag ? '' : ` <${flag.placeholder}>`;
    const option = new Option(`${short}${flagName(name)}${value}`);
    command.addOption(option);
    command.on(`option:${option.name()}`, (text: string | undefined) => {
      const before = texts[name];
      if (name === 'help') line.isLongHelp = before === true || line.isHelp;
      const isTold = line.faults.some((fault) => fault.name === flagName(name));
      if (typeof before === 'string' && !isTold) line.faults.push(givenTwice(name, flag));
      texts[name] = 'many' in flag ? [...(Array.isArray(before) ? before : []), text ?? ''] : (text ?? true);
    });
  }
};

/** One of the two values would be ignored, and it is unclear which one. */
const givenTwice = (name: string, flag: Flags[string]): UsageFault => ({
  name: flagName(name),
  message: 'is given twice, but takes only one value',
  ...('field' in flag && flag.field !== undefined ? { field: flag.field } : {}),
});

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

const unknownCommand = ([word = '', ...rest]: string[], { line, named, topics }: Reading): Failure => {
  const before = line.path.split(' ').slice(1);
  const similar = meantCommand(word, before, named.children, topics);
  const proposed = (words: string): string =>
    line.isHelp || line.globals.help
      ? resaleLine(`help ${words}`)
      : resaleLine(words, words.startsWith('profiles') ? [] : rest);
  return usage(
    `Unknown command '${word}'`,
    similar === undefined ? helpOn(line) : proposal('Did you mean this:', proposed(similar)),
  );
};

/**
 * Turns commander's error into ours. The text after `=`, or after the letter of `-k…`, is not repeated: it may be a key. If a
 * value is missing, commander quotes the declaration of the flag, and nothing that was typed.
 */
const problemOf = ({ code, message }: CommanderError, { line, named }: Reading): Failure => {
  const [first = ''] = message.replace(/^error: /, '').split('\n');
  const [, flag, placeholder] = /(?<![\w-])(--[\w-]+) <(.*)>/.exec(first) ?? [];
  if (code === 'commander.optionMissingArgument')
    return usage(`${flag} needs a value: ${flag} ${placeholder}`, helpOn(line));
  const [, toggle] = /'(--[\w-]+)=/.exec(first) ?? [];
  const known = Object.keys({ ...globalFlags, ...named.definition?.flags });
  if (toggle !== undefined && known.some((name) => flagName(name) === toggle))
    return usage(`${toggle} takes no value: it is given or left out`, helpOn(line));
  const [, unknown = ''] = /^unknown option '(-[^=']*)/.exec(first) ?? [];
  const similar = meantFlag(unknown, line.path, known.map(flagName));
  const words = first.replace(/'(--[\w-]+)=.*'/s, "'$1'").replace(/'(-[^-]).+'/s, "'$1'");
  return usage(
    capitalized(words.replace(/\boption\b/, 'flag')),
    similar ? `Did you mean ${similar}?` : helpOn(line),
  );
};
