import { usage } from '../failure/kinds.ts';
import type { AnyCommand, Tree } from '../line/command.ts';
import type { CommandLine } from '../line/command-line.ts';
import { globalFlags } from '../line/global-flags.ts';
import type { NamedCommand } from '../line/parser.ts';
import type { Io } from '../terminal/io.ts';
import { screenWidth } from '../terminal/screen.ts';
import { proposal } from '../words/advice.ts';
import { lineAgain, resaleLine } from '../words/resale-line.ts';
import {
  type Entry,
  fitted,
  flagSections,
  meaningOf,
  termLines,
  topicScreen,
  typed,
  usageOf,
  widestTerm,
} from './help-lines.ts';
import { topics } from './topics.ts';

/**
 * The help for a line: the screen of its command or group or, after `help`, a topic; with --json, as data. Fails for unknown
 * words.
 */
export const helpText = async (
  line: CommandLine,
  named: NamedCommand,
  tree: Tree,
  io: Io,
): Promise<string> => {
  const width = screenWidth(io.stdout, io);
  const words = [...line.path.split(' ').slice(1), ...line.operands].join(' ');
  const topic = line.isHelp ? topics.find(({ name }) => name === words) : undefined;
  const wantsData = line.isHelp && line.globals.json === true;
  if (wantsData && (line.globals.jq ?? line.globals.fields) !== undefined)
    throw usage(
      'help does not go with --jq and --fields',
      proposal('Send its data to jq instead:', `${resaleLine('help', [], { json: true })} | jq .commands`),
    );
  // Compact for programs: an agent pays for each blank.
  const asJson = (data: unknown) => `${JSON.stringify(data, null, io.stdout.isTTY ? 2 : 0)}\n`;
  if (topic && wantsData) return asJson({ topic: topic.name, text: await topicScreen(topic, dataWidth) });
  if (topic) return topicScreen(topic, width);
  // Help about an unknown command must not show its parent's screen.
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

/**
 * The help screen of a command: its purpose, its arguments, its own flags and three examples; with `allFlags`, all examples, and
 * the flags of bulk and of every command.
 */
const helpScreen = (
  path: string,
  { summary, children, definition }: NamedCommand,
  columns: number,
  allFlags = false,
): string => {
  const isFirst = path === 'resale';
  const own = Object.entries(definition?.flags ?? {});
  // A profile needs it first.
  const flags =
    definition?.setsBaseUrl && !allFlags
      ? { baseUrl: { ...globalFlags.baseUrl, description: 'The base URL of the service' } }
      : {};
  const shown = own.filter(([, { group }]) => allFlags || group === undefined);
  const sections = (
    [
      ['Commands', children.map(({ name, summary }): Entry => [name, summary])],
      ['Topics', isFirst ? topics.map(({ name, summary }): Entry => [name, summary]) : []],
      [
        'Arguments',
        Object.values(definition?.arguments ?? {}).map((one): Entry => [one.placeholder, meaningOf(one)]),
      ],
      ...flagSections({ ...flags, ...Object.fromEntries(shown) }, 'Flags'),
      ...(allFlags ? flagSections(globalFlags, 'Global flags') : []),
    ] as const
  ).filter(([, entries]) => entries.length > 0);
  const width = widestTerm(sections.flatMap(([, entries]) => entries));
  const usage = definition ? usageOf(path, definition) : [`${path} COMMAND [flags]`];
  const firstChild: Parameters<typeof lineAgain>[0] = {
    path: `${path} ${children[0]?.name}`,
    flags: { help: true },
    globals: {},
  };
  const next = isFirst ? firstSteps : `Learn about a command:\n  ${lineAgain(firstChild)}`;
  const others = [
    ...flagSections(definition?.flags ?? {}, 'Flags').flatMap(([heading]) =>
      heading in topicsOfFlags ? [`${heading} (${resaleLine(`help ${topicsOfFlags[heading]}`)})`] : [],
    ),
    `See also ${resaleLine('help flags')}`,
  ];
  return `${[
    `${fitted(`Usage: ${usage.join('\n       ')}`, columns)}`,
    fitted([`${summary}.`, definition?.details].filter(Boolean).join('\n'), columns),
    ...sections.map(([heading, entries]) => `${heading}:\n${termLines(entries, columns, width)}`),
    ...(definition ? [examples(definition, allFlags ? undefined : mainExamples, columns)] : []),
    ...(allFlags && definition?.next ? [fitted(`Next: ${definition.next}`, columns)] : []),
    ...(definition ? [] : [fitted(next, columns)]),
    ...(allFlags ? [] : [fitted(others.join('\n'), columns)]),
  ].join('\n\n')}\n`;
};

/** The topics that explain flags that a screen leaves out. */
export const topicsOfFlags: Readonly<Record<string, string>> = {
  'Many at once': 'bulk',
  Dialect: 'dialects',
};

/** More do not fit on a screen with the rest. */
const mainExamples = 3;

const firstSteps = [
  `Set the tool up:          ${resaleLine('init')}`,
  `See what it does:         ${resaleLine('sandbox demo')}`,
  `Learn about a command:    ${resaleLine('help listings create')}`,
  `Learn about a topic:      ${resaleLine('help exit-codes')}`,
].join('\n');

const examples = ({ examples }: AnyCommand, most: number | undefined, columns: number): string =>
  [
    'Examples:',
    ...examples
      .slice(0, most)
      .flatMap(({ does, line }) => [
        fitted(does, columns - 4).replaceAll(/^/gm, '  # '),
        typed(line, columns),
      ]),
  ].join('\n');
