import type { Command as Commander, Help, Option } from 'commander';
import { commandLines } from '../terminal/command-lines.ts';
import { messageOn } from '../terminal/message.ts';
import type { AnyCommand } from './command.ts';
import { meaningOf, usageOf } from './usage.ts';

/** What a help screen says beyond what commander knows of a command. */
export interface HelpWords {
  command?: { path: string; definition: AnyCommand };
  /** What else can be read about, by name. */
  topics?: readonly { name: string; summary: string }[];
  /** Lines below everything else. */
  closing?: string;
}

/** The help screen of one command: what it is for, what follows it, its own flags before the global ones, examples. */
export const helpScreen = (
  command: Commander,
  helper: Help,
  { command: said, topics = [], closing }: HelpWords,
): string => {
  const definition = said?.definition;
  const flags = helper.groupItems(
    [],
    helper.visibleOptions(command),
    (option: Option) => option.helpGroupHeading ?? 'Flags:',
  );
  const sections: [string, [string, string][]][] = [
    ['Commands:', helper.visibleCommands(command).map((sub) => [helper.subcommandTerm(sub), sub.summary()])],
    ['Topics:', topics.map(({ name, summary }) => [name, summary])],
    [
      'Arguments:',
      Object.values(definition?.arguments ?? {}).map((argument) => [
        argument.placeholder,
        meaningOf(argument),
      ]),
    ],
    ...[...flags]
      .sort(globalsLast)
      .map(([heading, options]): [string, [string, string][]] => [
        heading,
        options.map((option) => [helper.optionTerm(option), option.description]),
      ]),
  ];
  const width = Math.max(...sections.flatMap(([, items]) => items.map(([term]) => term.length)));
  const wide = helper.helpWidth ?? 80;
  const shown = (item: [string, string]) =>
    wide < narrowest ? below(item, wide) : beside(item, width, wide);
  const usage = said ? usageOf(said.path, said.definition) : [helper.commandUsage(command)];
  const lists = sections
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) => [heading, ...items.map(shown)].join('\n'));
  return `${[
    ...[`Usage: ${usage.join('\n       ')}`, command.description()].map((text) => fitted(text, wide)),
    ...lists,
    ...(definition ? [examples(definition, wide)] : []),
    ...(definition?.next ? [fitted(`Next: ${definition.next}`, wide)] : []),
    ...(closing ? [fitted(closing, wide)] : []),
  ].join('\n\n')}\n`;
};

/** Where lines are shorter, what a word is for stands below it. */
const narrowest = 60;

const fitted = (text: string, columns: number): string => messageOn({ isTTY: true, columns }, text);

const below = ([term, words]: [string, string], wide: number): string =>
  fitted(`  ${term}\n      ${words}`, wide);

const beside = ([term, words]: [string, string], width: number, wide: number): string => {
  const lead = width + 4;
  const [first = '', ...more] = fitted(words, wide - lead).split('\n');
  return [`  ${term.padEnd(width)}  ${first}`, ...more.map((line) => ' '.repeat(lead) + line)].join('\n');
};

const globalHeading = 'Global flags:';

const globalsLast = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(one === globalHeading) - Number(other === globalHeading);

const examples = ({ examples }: AnyCommand, wide: number): string =>
  [
    'Examples:',
    ...examples.flatMap(({ does, line }) => [fitted(`  # ${does}`, wide), typed(line, wide)]),
  ].join('\n');

/** The words of a command line, as a shell parts them. */
const words = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** A command line that can be copied, in lines that fit. */
const typed = (line: string, wide: number): string =>
  commandLines(line.match(words) ?? [], wide - 2)
    .map((part) => `  ${part}`)
    .join('\n');
