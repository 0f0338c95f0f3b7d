import type { DescribedCommand, DescribedFlag, Description } from '../../src/help/describe.ts';
import { meaningOf, type Part, type Topic } from '../../src/help/help-lines.ts';
import { topicsOfFlags } from '../../src/help/help-screen.ts';
import { topics } from '../../src/help/topics.ts';

/** The manual, by its files: resale(1), a page for each command, and one for each help topic in section 7. */
export const manPages = async (description: Description): Promise<ReadonlyMap<string, string>> => {
  const { version, commands } = description;
  const parts = await Promise.all(topics.map(async (topic) => ({ ...topic, parts: await topic.load() })));
  const page = (name: string, number: 1 | 7, ...lines: string[]): [file: string, text: string] => [
    `man/${name}.${number}`,
    `${[
      `.TH ${roff(name.toUpperCase())} ${number} "" "resale ${version}" "resale manual"`,
      // No hyphenation and no justification: what is read here is typed elsewhere.
      '.nh\n.ad l',
      ...lines,
    ].join('\n')}\n`,
  ];
  return new Map([
    page('resale', 1, ...firstPage(description)),
    ...commands.map((command) => page(pageOf(command), 1, ...commandPage(command))),
    ...parts.map((topic) => page(`resale-${topic.name}`, 7, ...topicPage(topic))),
  ]);
};

const pageOf = ({ path }: Pick<DescribedCommand, 'path'>): string => `resale-${path.replaceAll(' ', '-')}`;

const firstPage = ({ name, summary, about, commands, globalFlags, topics: named }: Description): string[] => [
  section('NAME'),
  `${name} \\- ${roff(summary.replace(/^The /, 'the ').replace(/\.$/, ''))}`,
  section('SYNOPSIS'),
  `${bold(name)} ${italic('COMMAND')} [${italic('flags')}]`,
  section('DESCRIPTION'),
  roff(about),
  section('COMMANDS'),
  terms(commands.map((command) => [reference(pageOf(command), 1), `${roff(command.summary)}.`])),
  section('FLAGS OF EVERY COMMAND'),
  terms(globalFlags.map(flagRow)),
  section('TOPICS'),
  terms(named.map((topic) => [reference(`resale-${topic.name}`, 7), `${roff(topic.summary)}.`])),
];

const commandPage = (command: DescribedCommand): string[] => {
  const { summary, details, usage, arguments: named, flags, examples } = command;
  return [
    section('NAME'),
    `${roff(pageOf(command))} \\- ${roff(summary)}`,
    section('SYNOPSIS'),
    `.nf\n${usage.map(roff).join('\n')}\n.fi`,
    section('DESCRIPTION'),
    roff(details ?? `${summary}.`),
    ...(named.length > 0
      ? [
          section('ARGUMENTS'),
          terms(named.map((value) => [italic(value.placeholder), roff(meaningOf(value))])),
        ]
      : []),
    ...flagSections(flags),
    section('EXAMPLES'),
    ...examples.map(({ does, line }) => `${paragraph(`${roff(does)}:`)}\n${verbatim([line])}`),
    section('SEE ALSO'),
    [reference('resale', 1), ...headings(flags).flatMap(topicOf), reference('resale-exit-codes', 7)].join(
      ', ',
    ),
  ];
};

const headings = (flags: readonly DescribedFlag[]): string[] => [...new Set(flags.map(({ group }) => group))];

/** The page that says more of the flags under a heading. */
const topicOf = (heading: string): string[] =>
  heading in topicsOfFlags ? [reference(`resale-${topicsOfFlags[heading]}`, 7)] : [];

const topicPage = ({ name, summary, parts }: Omit<Topic, 'load'> & { parts: readonly Part[] }): string[] => [
  section('NAME'),
  `${roff(`resale-${name}`)} \\- ${roff(summary)}`,
  section('DESCRIPTION'),
  ...parts.map(partText),
  section('SEE ALSO'),
  reference('resale', 1),
];

/** The flags under the headings that they have in help. */
const flagSections = (flags: readonly DescribedFlag[]): string[] =>
  headings(flags).map(
    (heading) =>
      `${section(roff(heading.toUpperCase()))}\n${terms(flags.filter(({ group }) => group === heading).map(flagRow))}`,
  );

const flagRow = (flag: DescribedFlag): readonly [string, string] => {
  const names = [flag.short, flag.name].filter((name) => name !== undefined).map(bold);
  const value = flag.type === 'boolean' ? '' : ` ${italic(flag.placeholder)}`;
  return [`${names.join(', ')}${value}`, roff(meaningOf(flag))];
};

const partText = (part: Part): string => {
  if (typeof part === 'string') return paragraph(roff(part));
  if ('heading' in part) return subsection(part.heading);
  if ('rows' in part) return terms(part.rows.map(([term, meaning]) => [bold(term), roff(meaning)]));
  return verbatim(part.lines);
};

/** A text for roff: nothing in it is an instruction, its hyphens can be copied and typed, and all of it is ASCII. */
export const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^[.']/gm, '\\&$&')
    .replace(/[^ -~\n]/gu, (character) => `\\[u${codeOf(character)}]`);

const codeOf = (character: string): string =>
  (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');

const bold = (text: string): string => `\\fB${roff(text)}\\fR`;

const italic = (text: string): string => `\\fI${roff(text)}\\fR`;

/** `resale-grade(1)` */
const reference = (page: string, number: 1 | 7): string => `${bold(page)}(${number})`;

const section = (title: string): string => `.SH "${title}"`;

const subsection = (title: string): string => `.SS "${roff(title)}"`;

const paragraph = (text: string): string => `.PP\n${text}`;

/** Terms with their meanings below, both ready to print. */
const terms = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n${term}\n${meaning}`).join('\n');

const verbatim = (lines: readonly string[]): string =>
  `.PP\n.RS 4\n.nf\n${lines.map(roff).join('\n')}\n.fi\n.RE`;
