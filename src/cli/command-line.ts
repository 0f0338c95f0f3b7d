import { Command as Commander, CommanderError, Option } from 'commander';
import { tree } from '../commands/tree.ts';
import { topics } from '../docs/topics.ts';
import { type Flags, flagName } from '../flags/values.ts';
import { type Io, write } from '../terminal/io.ts';
import { screenWidth } from '../terminal/screen-width.ts';
import { nearest } from '../words/nearest.ts';
import type { AnyCommand, Branch, Leaf } from './command.ts';
import { UsageError } from './errors.ts';
import { globalFlags } from './global-flags.ts';
import { type HelpWords, helpScreen } from './help.ts';
import { meaningOf } from './usage.ts';
import { version } from './version.ts';

/** Parses the arguments, runs the command they name, and returns the exit code of a run without failure. */
export const runProgram = async (typed: readonly string[], io: Io, secrets: Set<string>): Promise<number> => {
  if (typed[0] === 'help') {
    const { helpBeyondScreens } = await import('../docs/help-word.ts');
    const text = await helpBeyondScreens(typed.slice(1), tree, io.stdout.columns ?? 80);
    if (text !== undefined) {
      await write(io.stdout, text);
      return 0;
    }
  }
  const argv = helpLast(typed);
  let exitCode = 0;
  const program = declareProgram(io, async (leaf, definition, path) => {
    const { execute } = await import('./execute.ts');
    exitCode = await execute(definition, {
      path,
      typed: typedFlags(leaf, definition.flags),
      typedGlobals: typedFlags(leaf, globalFlags),
      operands: leaf.args,
      io,
      secrets,
    });
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw asUsageError(error, argv);
  }
  return exitCode;
};

type Act = (leaf: Commander, definition: AnyCommand, path: string) => Promise<void>;

/** `help listings get` and `--help listings get` → `listings get --help`. */
const helpLast = ([first, ...rest]: readonly string[]): string[] => {
  if (first === undefined) return [];
  return ['help', '--help', '-h'].includes(first) ? [...rest, '--help'] : [first, ...rest];
};

const declareProgram = (io: Io, act: Act): Commander => {
  const program = new Commander('resale')
    .description('The command line of an online resale shop.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Help that is shown for want of a command; errors are shown by report.ts.
      writeErr: (text) => io.stdout.write(text),
      outputError: () => {},
      // Its screens are plain: nothing has to be taken out of them.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
      getOutHelpWidth: () => screenWidth(io.stdout, io.env),
      getErrHelpWidth: () => screenWidth(io.stdout, io.env),
    })
    .enablePositionalOptions()
    .usage('COMMAND [flags]');
  withHelp(program, {
    topics,
    closing:
      'Try it without a service: resale sandbox demo\nLearn about a command:    resale help listings create\nLearn about a topic:      resale help exit-codes',
  });
  declareCommon(program);
  declareChildren(program, tree, act);
  return program;
};

/** Declares words by their names. What follows one is declared when it is said, and before the rest of the line is read. */
const declareChildren = (parent: Commander, children: readonly (Branch | Leaf)[], act: Act): void => {
  for (const { name, summary } of children) parent.command(name).summary(summary).description(`${summary}.`);
  parent.hook('preSubcommand', async (_, sub) => {
    const said = children.find(({ name }) => name === sub.name());
    if (said === undefined) return;
    if ('load' in said) declareLeaf(sub, await said.load(), act);
    else declareBranch(sub, said, act);
  });
};

const declareBranch = (declared: Commander, { children }: Branch, act: Act): void => {
  withHelp(declared.usage('COMMAND [flags]'), {
    closing: `Learn about a command: ${pathOf(declared)} ${children[0]?.name} --help`,
  });
  declareCommon(declared);
  declareChildren(declared, children, act);
};

const declareLeaf = (leaf: Commander, definition: AnyCommand, act: Act): void => {
  const path = pathOf(leaf);
  // Whether an argument is missing is told together with everything else that is.
  for (const [name, argument] of Object.entries(definition.arguments))
    leaf.argument(`[${name}${'many' in argument ? '...' : ''}]`);
  if (definition.takesCommand) leaf.argument('[command...]').passThroughOptions();
  withHelp(leaf, { command: { path, definition } });
  declareFlags(leaf, definition.flags, 'Flags:');
  declareCommon(leaf);
  leaf
    .description([leaf.description(), definition.details].filter(Boolean).join('\n\n'))
    .action(() => act(leaf, definition, path));
};

const withHelp = (command: Commander, words: HelpWords): void => {
  command
    .configureHelp({
      subcommandTerm: (sub) => sub.name(),
      formatHelp: (described, helper) => {
        refuseUnknownCommand(described);
        return helpScreen(described, helper, words);
      },
    })
    .helpCommand(false)
    .addHelpOption(new Option('-h, --help', 'Show this help').helpGroup('Global flags:'));
};

/** Help about a command that does not exist must not pass for help about the one to the left of it. */
const refuseUnknownCommand = (described: Commander): void => {
  const [word] = described.args;
  if (described.commands.length === 0 || word === undefined || word.startsWith('-')) return;
  const known = described.commands.map((command) => command.name());
  const meant = nearest(word, described.parent ? known : [...known, ...topics.map(({ name }) => name)]);
  described.error(`unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
};

const pathOf = (command: Commander): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The flags that stand at every level of the command line. */
const declareCommon = (command: Commander): void => {
  declareFlags(command, globalFlags, 'Global flags:');
  command.version(version, '-V, --version', 'Print the version');
  for (const option of command.options) if (option.long === '--version') option.helpGroup('Global flags:');
};

const declareFlags = (command: Commander, flags: Flags, group: string): void => {
  for (const [name, flag] of Object.entries(flags)) {
    const value = 'toggle' in flag ? '' : ` <${flag.placeholder}>`;
    const option = new Option(
      `${flag.short ? `-${flag.short}, ` : ''}${flagName(name)}${value}`,
      meaningOf(flag),
    );
    // --no-input is a flag of its own; to commander it would be the opposite of --input, and take its value away.
    option.negate = false;
    if ('many' in flag)
      option.argParser((said: string, before: string[] | undefined) => [...(before ?? []), said]);
    command.addOption(option.helpGroup(flag.group ?? group));
  }
};

/** The texts that were typed for some flags, by our names: a command's own before those said further left. */
const typedFlags = (leaf: Commander, flags: Flags): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(flags).map((name) => {
      for (let command: Commander | null = leaf; command; command = command.parent)
        if (command.getOptionValueSource(name) === 'cli') return [name, command.getOptionValue(name)];
      return [name, undefined];
    }),
  );

/** commander's complaint → ours. What stood behind `=`, or behind the letter of `-k…`, is left out: it may be a key. */
const asUsageError = (error: CommanderError, argv: readonly string[]): UsageError => {
  const [first = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const told = first.replace(/'(--[\w-]+)=.*'/s, "'$1'").replace(/'(-[^-]).+'/s, "'$1'");
  const words = argv.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2);
  const known = words.slice(0, tree.some(({ name }) => name === words[0]) ? 2 : 0);
  const help = `See \`${['resale', ...knownPath(known), '--help'].join(' ')}\`.`;
  return new UsageError(
    `${told.charAt(0).toUpperCase()}${told.slice(1)}`,
    suggestion ? `${suggestion.replace(/^\((.*)\)$/, '$1')} ${help}` : help,
  );
};

const knownPath = ([first, second]: readonly string[]): string[] => {
  const top = tree.find(({ name }) => name === first);
  if (top === undefined) return [];
  const child = 'children' in top ? top.children.find(({ name }) => name === second) : undefined;
  return child ? [top.name, child.name] : [top.name];
};
