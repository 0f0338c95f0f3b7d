import { readFileSync } from 'node:fs';
import type { CompletedFlag, CompletedTool } from './model.ts';
import { argumentRows, branchesOf, flagRows, takingCommands, withFlags } from './tables.ts';

const engine = readFileSync(new URL('engine.fish', import.meta.url), 'utf8');

/** The completion script of fish: its functions, then the tables that they use. */
export const fishCompletion = (tool: CompletedTool): string => {
  const { globalFlags } = tool;
  return [
    engine.trimEnd(),
    '',
    '# The words that follow a command, each with what it is for.',
    'function __resale_words -a command',
    '    switch "$command"',
    ...branchesOf(tool).map(({ path, words }) =>
      printing(
        [path],
        words.map(({ word, description }) => [word, description]),
      ),
    ),
    '    end',
    'end',
    '',
    '# What an argument is, by its command and place.',
    'function __resale_argument -a command place',
    '    switch "$command $place"',
    ...argumentRows(tool).map(
      ({ keys, answer }) => `        case ${keys.map(quoted).join(' ')}\n            echo ${quoted(answer)}`,
    ),
    '        case "*"',
    '            echo',
    '    end',
    'end',
    '',
    '# The flags of a command, each with what it is for.',
    'function __resale_flags -a command',
    '    switch "$command"',
    ...withFlags(tool).map(({ path, flags }) => printing([path], linesOf(flags))),
    '    end',
    ...linesOf(globalFlags).map((line) => `    ${print(line)}`),
    'end',
    '',
    '# A flag of a command: its name, what it takes, and whether it may be said again.',
    'function __resale_known_flag -a command word',
    '    switch "$command $word"',
    ...flagRows(tool).map(
      ({ keys, answer }) => `        case ${keys.map(quoted).join(' ')}\n            ${known(answer)}`,
    ),
    ...globalFlags.map(
      (flag) =>
        `        case ${flag.names.map((name) => quoted(`* ${name}`)).join(' ')}\n            ${known(flag)}`,
    ),
    '        case "*"',
    '            return 1',
    '    end',
    'end',
    '',
    '# Whether the command line of another program follows.',
    'function __resale_takes_command -a command',
    `    contains -- "$command" ${takingCommands(tool).map(quoted).join(' ')}`,
    'end',
    '',
    'complete -c resale -e',
    "complete -c resale -f -k -a '(__resale_complete)'",
    '',
  ].join('\n');
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const print = ([word, description]: readonly [string, string]): string =>
  `printf '%s\\t%s\\n' ${quoted(word)} ${quoted(description)}`;

const printing = (keys: readonly string[], lines: readonly (readonly [string, string])[]): string =>
  [`        case ${keys.map(quoted).join(' ')}`, ...lines.map((line) => `            ${print(line)}`)].join(
    '\n',
  );

const linesOf = (flags: readonly CompletedFlag[]): (readonly [string, string])[] =>
  flags.flatMap(({ names, description }) => names.map((name) => [name, description] as const));

const known = ({ names, value, repeatable }: Omit<CompletedFlag, 'description'>): string =>
  `printf '%s\\n' ${quoted(names[0] ?? '')} ${quoted(value ?? '')} ${quoted(repeatable ? 'again' : '')}`;
