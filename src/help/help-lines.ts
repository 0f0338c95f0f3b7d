import type { AnyCommand } from '../line/command.ts';
import type { Flags, Value } from '../line/flags/values.ts';
import { fitting } from '../terminal/message.ts';
import { inLines } from '../terminal/width.ts';
import { flagName } from '../words/resale-line.ts';

export type Entry = readonly [term: string, meaning: string];

/** On a narrower screen, a meaning goes below its term. */
const narrowest = 60;

/** The unbreakable pieces of help texts: a command to copy, a flag with its value, or a word. */
const pieces =
  /`[^`]+`\S*|\bresale [a-z-](?:'[^']*'|\\.|[^'\\]){0,4000}?(?=[.;,](?:\s|$)|$)\S?|\(?--[a-z-]+ (?:[A-Z\d]\S*|-(?!\S)|(?<=(?:store|as|output) )\S+)|\(?-[a-z] [a-z]+\S*|\S+/g;

/** A text in lines of at most so many columns. */
export const fitted = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => fitting(line, columns, pieces))
    .join('\n');

/** Entries as lines of at most so many columns. All meanings begin in the same column, after `width` columns for the terms. */
export const termLines = (entries: readonly Entry[], columns: number, width = widestTerm(entries)): string =>
  entries
    .map((entry) => (columns < narrowest ? below(entry, columns) : beside(entry, width, columns)))
    .join('\n');

export const widestTerm = (entries: readonly Entry[]): number =>
  Math.max(...entries.map(([term]) => term.length));

const below = ([term, meaning]: Entry, columns: number): string =>
  fitted(`  ${term}\n      ${meaning}`, columns);

const beside = ([term, meaning]: Entry, width: number, columns: number): string => {
  const lead = width + 4;
  const [first = '', ...more] = fitted(meaning, columns - lead).split('\n');
  return [`  ${term.padEnd(width)}  ${first}`, ...more.map((line) => ' '.repeat(lead) + line)].join('\n');
};

/** Flags under their headings; those without one are under `usual`. */
export const flagSections = (
  flags: Flags,
  usual: string,
): (readonly [heading: string, entries: Entry[]])[] => {
  const headings = new Set(Object.values(flags).map(({ group = usual }) => group));
  return [...headings].map((heading) => [
    heading,
    Object.entries(flags)
      .filter(([, { group = usual }]) => group === heading)
      .map(([name, flag]): Entry => [flagTerm(name, flag), meaningOf(flag)]),
  ]);
};

/** `-o, --output <FORMAT>` */
const flagTerm = (name: string, flag: Flags[string]): string =>
  `${flag.short ? `-${flag.short}, ` : ''}${flagName(name)}${'toggle' in flag ? '' : ` <${flag.placeholder}>`}`;

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

/** The meaning of a flag or argument, with its choices and its default. */
export const meaningOf = ({
  description,
  choices,
  default: usual,
}: Pick<Value<unknown>, 'description' | 'choices' | 'default'>): string => {
  const words = choices ? `${description}: ${choices.join(', ')}` : description;
  return usual === undefined ? words : `${words} (default ${usual})`;
};

/** A piece of a help topic: a paragraph, a heading, a list of terms with their meanings, or lines to type. */
export type Part = string | { heading: string } | { rows: readonly Entry[] } | { lines: readonly string[] };

export interface Topic {
  name: string;
  summary: string;
  load: () => Promise<readonly Part[]>;
}

export const topicScreen = async ({ summary, load }: Topic, columns: number): Promise<string> => {
  const parts = [fitted(`${summary}.`, columns), ...(await load()).map((part) => partText(part, columns))];
  // No blank line follows a colon.
  return `${parts.join('\n\n').replaceAll(':\n\n', ':\n')}\n`;
};

const partText = (part: Part, columns: number): string => {
  if (typeof part === 'string') return fitted(part, columns);
  if ('heading' in part) return fitted(`${part.heading}:`, columns);
  return 'lines' in part
    ? part.lines.map((line) => typed(line, columns)).join('\n')
    : termLines(part.rows, columns);
};

/** The words of a command line as a shell splits them, a flag together with what follows it. */
const words = /(?:-(?:'[^']*'|"[^"]*"|[^\s'"])+ (?=-(?: |$)|[^-\s]))?(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** A command line that can be copied, in lines that fit if each of its words does: a shell joins them again. */
export const typed = (line: string, columns: number): string =>
  `  ${inLines(line.match(words) ?? [], columns - 6, (word) => [word]).join(' \\\n    ')}`;
