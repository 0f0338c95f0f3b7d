import type { AnyCommand } from '../cli/command.ts';
import { globalFlags } from '../cli/global-flags.ts';
import type { NamedCommand } from '../cli/parser.ts';
import type { Value } from '../flags/values.ts';
import { inLines } from '../terminal/width.ts';
import { lineAgain, resaleLine } from '../words/resale-line.ts';
import { type Entry, fitted, flagSections, flagTerm, meaningOf, termLines, widestTerm } from './lines.ts';
import { topics } from './topics.ts';

/**
 * The help screen of one command: what it is for, what follows it, its own flags and three examples; all examples, and the
 * flags of bulk and of every command, if they were asked for.
 */
export const helpScreen = (
  path: string,
  { summary, children, definition }: NamedCommand,
  columns: number,
  allFlags = false,
): string => {
  const isFirst = path === 'resale';
  const own = Object.entries(definition?.flags ?? {});
  const shown = own.filter(([, { group }]) => allFlags || group === undefined);
  const sections = (
    [
      ['Commands', children.map(({ name, summary }): Entry => [name, summary])],
      ['Topics', isFirst ? topics.map(({ name, summary }): Entry => [name, summary]) : []],
      [
        'Arguments',
        Object.values(definition?.arguments ?? {}).map((one): Entry => [one.placeholder, meaningOf(one)]),
      ],
      ...flagSections(Object.fromEntries(shown), 'Flags'),
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
  const next = isFirst ? firstSteps : `Learn about a command: ${lineAgain(firstChild)}`;
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
const topicsOfFlags: Readonly<Record<string, string>> = { 'Many at once': 'bulk', Dialect: 'dialects' };

/** More do not fit on a screen with the rest. */
const mainExamples = 3;

const firstSteps = [
  `Set the tool up:          ${resaleLine('init')}`,
  `See what it does:         ${resaleLine('sandbox demo')}`,
  `Learn about a command:    ${resaleLine('help listings create')}`,
  `Learn about a topic:      ${resaleLine('help exit-codes')}`,
].join('\n');

/** The forms of a command line, one line each: `resale listings get [ID...] [flags]`. */
export const usageOf = (path: string, definition: AnyCommand): string[] => {
  const named = Object.values(definition.arguments).map((argument) => {
    const name = `${argument.placeholder}${'many' in argument ? '...' : ''}`;
    return argument.optional ? `[${name}]` : name;
  });
  const [argument] = Object.values(definition.arguments);
  // Those of many rows stand on a line of their own.
  const flags = (argument?.orFlags ?? [])
    .map((name) => [name, definition.flags[name] as Value<unknown>] as const)
    .filter(([, { group }]) => group === undefined)
    .map(([name, flag]) => flagTerm(name, flag));
  const command = definition.takesCommand ? ['-- COMMAND [ARGUMENTS...]'] : [];
  return [
    [path, ...named, '[flags]', ...command].join(' '),
    ...(flags.length > 0 ? [[path, ...named.slice(1), flags.join('|'), '[flags]'].join(' ')] : []),
    ...(definition.takesRows ? [`${path} --from FILE [flags]`] : []),
  ];
};

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

/** The words of a command line, as a shell splits them. */
const words = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** A command line that can be copied, in lines that fit if each of its words does: a shell joins them again. */
const typed = (line: string, columns: number): string =>
  `  ${inLines(line.match(words) ?? [], columns - 6, (word) => [word]).join(' \\\n    ')}`;
