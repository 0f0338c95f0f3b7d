import type { Tree } from '../cli/command.ts';
import type { CommandLine } from '../cli/command-line.ts';
import { UsageError } from '../cli/errors.ts';
import type { NamedCommand } from '../cli/parser.ts';
import type { Io } from '../terminal/io.ts';
import { screenWidth } from '../terminal/screen.ts';
import { resaleLine } from '../words/resale-line.ts';
import { helpScreen } from './help-screen.ts';
import { topicScreen } from './lines.ts';
import { topics } from './topics.ts';

/**
 * What is shown when help was asked for: the screen of the command or word that the line names or, if it begins with `help`, a
 * topic; with --json, either as data. Fails if its words mean nothing.
 */
export const helpText = async (
  line: CommandLine,
  named: NamedCommand,
  tree: Tree,
  io: Io,
): Promise<string> => {
  const width = screenWidth(io.stdout, io);
  const said = [...line.path.split(' ').slice(1), ...line.operands].join(' ');
  const topic = line.isHelp ? topics.find(({ name }) => name === said) : undefined;
  const wantsData = line.isHelp && line.globals.json === true;
  if (wantsData && (line.globals.jq ?? line.globals.fields) !== undefined)
    throw new UsageError(
      'help does not go with --jq and --fields',
      `Send its data to jq instead: ${resaleLine('help', [], { json: true })} | jq .commands`,
    );
  // A program reads it, and an agent pays for each blank.
  const asJson = (data: unknown) => `${JSON.stringify(data, null, io.stdout.isTTY ? 2 : 0)}\n`;
  if (topic && wantsData) return asJson({ topic: topic.name, text: await topicScreen(topic, dataWidth) });
  if (topic) return topicScreen(topic, width);
  // Help about a command that does not exist must not pass for help about the one to the left of it.
  if (line.problem && named.definition === undefined && line.operands.length > 0) throw line.problem;
  return wantsData
    ? asJson(await dataOf(line.path, tree))
    : helpScreen(line.path, named, width, line.isLongHelp);
};

/** Data is the same on every screen. */
const dataWidth = 80;

/** The whole description, all commands behind a word, or one command. */
const dataOf = async (path: string, tree: Tree): Promise<unknown> => {
  const { describe } = await import('./describe.ts');
  const description = await describe(tree);
  const words = path.replace(/^resale ?/, '');
  if (words === '') return description;
  const { commands } = description;
  return (
    commands.find((command) => command.path === words) ??
    commands.filter((command) => command.path.startsWith(`${words} `))
  );
};
