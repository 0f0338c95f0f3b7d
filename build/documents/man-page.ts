import type { DescribedCommand, DescribedFlag, Description } from '../../src/help/describe.ts';
import { meaningOf, type Part } from '../../src/help/help-lines.ts';
import { topics } from '../../src/help/topics.ts';

/** The manual: every command with its flags and examples, and every help topic. */
export const manPage = async (description: Description): Promise<string> => {
  const { name, version, summary, commands } = description;
  const parts = await Promise.all(topics.map(async (topic) => ({ ...topic, parts: await topic.load() })));
  return `${[
    `.TH RESALE 1 "" "resale ${version}" "User Commands"`,
    // No hyphenation and no justification: what is read here is typed elsewhere.
    '.nh\n.ad l',
    section('NAME'),
    `${name} \\- ${roff(summary.replace(/^The /, 'the ').replace(/\.$/, ''))}`,
    section('SYNOPSIS'),
    `${bold(name)} ${italic('COMMAND')} [${italic('flags')}]`,
    section('DESCRIPTION'),
    roff(description.about),
    section('COMMANDS'),
    ...commands.map(commandText),
    ...parts.map((topic) =>
      [section(topic.name.toUpperCase()), `${roff(topic.summary)}.`, ...topic.parts.map(partText)].join('\n'),
    ),
  ].join('\n')}\n`;
};

const commandText = (command: DescribedCommand): string => {
  const { path, summary, details, usage, arguments: named, flags, examples } = command;
  return [
    subsection(`resale ${path}`),
    `${roff(summary)}.${details ? `\n${paragraph(roff(details))}` : ''}`,
    verbatim(usage),
    terms(named.map((value) => [italic(value.placeholder), roff(meaningOf(value))])),
    ...flagGroups(flags),
    paragraph('Examples:'),
    verbatim(examples.flatMap(({ does, line }) => [`# ${does}`, line])),
  ]
    .filter(Boolean)
    .join('\n');
};

/** The flags under the headings that they have in help. */
const flagGroups = (flags: readonly DescribedFlag[]): string[] =>
  [...new Set(flags.map(({ group }) => group))].map(
    (group) =>
      `${paragraph(`${roff(group)}:`)}\n${terms(flags.filter((flag) => flag.group === group).map(flagRow))}`,
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

const section = (title: string): string => `.SH "${title}"`;

const subsection = (title: string): string => `.SS "${roff(title)}"`;

const paragraph = (text: string): string => `.PP\n${text}`;

/** Terms with their meanings below, both ready to print. */
const terms = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n${term}\n${meaning}`).join('\n');

const verbatim = (lines: readonly string[]): string =>
  `.PP\n.RS 4\n.nf\n${lines.map(roff).join('\n')}\n.fi\n.RE`;
