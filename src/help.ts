import type { Command as Commander, Help, Option } from 'commander';
import type { AnyCommand } from './commands/command.ts';
import { meaningOf, usageOf } from './commands/usage.ts';

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
  const usage = said ? usageOf(said.path, said.definition) : [helper.commandUsage(command)];
  const lists = sections
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) =>
      [heading, ...items.map(([term, words]) => helper.formatItem(term, width, words, helper))].join('\n'),
    );
  return `${[
    `Usage: ${usage.join('\n       ')}`,
    helper.boxWrap(command.description(), wide),
    ...lists,
    ...(definition ? [examples(definition)] : []),
    ...(definition?.next ? [`Next: ${definition.next}`] : []),
    ...(closing ? [closing] : []),
  ].join('\n\n')}\n`;
};

const globalHeading = 'Global flags:';

const globalsLast = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(one === globalHeading) - Number(other === globalHeading);

const examples = ({ examples }: AnyCommand): string =>
  ['Examples:', ...examples.flatMap(({ does, line }) => [`  # ${does}`, `  ${line}`])].join('\n');
