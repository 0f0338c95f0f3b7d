import { readFileSync } from 'node:fs';
import type { CompletedFlag, CompletedTool } from './model.ts';
import { argumentRows, branchesOf, posixFlags, withFlags } from './tables.ts';

const engine = readFileSync(new URL('engine.bash', import.meta.url), 'utf8');

/** The completion script of bash: its functions, then the tables that they use. */
export const bashCompletion = (tool: CompletedTool): string => {
  const { globalFlags } = tool;
  return [
    engine.trimEnd(),
    '',
    '# The words that follow a command → $words.',
    table('_resale_words', 'words=', '$1', [
      ...branchesOf(tool).map(({ path, words }) => ({
        keys: [quoted(path)],
        answer: `words=${quoted(words.map(({ word }) => word).join(' '))}`,
      })),
    ]),
    '',
    '# What an argument is, by its command and place → $value.',
    table(
      '_resale_argument',
      'value=',
      '$1 $2',
      argumentRows(tool).map(({ keys, answer }) => ({
        keys: keys.map((key) => (key.endsWith('*') ? `${quoted(key.slice(0, -1))}*` : quoted(key))),
        answer: `value=${quoted(answer)}`,
      })),
    ),
    '',
    '# The flags of a command → $flags.',
    table('_resale_flags', `flags=${quoted(namesOf(globalFlags))}`, '$1', [
      ...withFlags(tool).map(({ path, flags }) => ({
        keys: [quoted(path)],
        answer: `flags=${quoted(`${namesOf(flags)} `)}$flags`,
      })),
    ]),
    '',
    ...posixFlags(tool, ''),
    '',
    'complete -F _resale resale',
    '',
  ].join('\n');
};

const table = (
  name: string,
  otherwise: string,
  asked: string,
  rows: readonly { keys: readonly string[]; answer: string }[],
): string =>
  [
    `${name}() {`,
    `  ${otherwise}`,
    `  case "${asked}" in`,
    ...rows.map(({ keys, answer }) => `    ${keys.join(' | ')}) ${answer} ;;`),
    '  esac',
    '}',
  ].join('\n');

const quoted = (text: string): string => `'${text}'`;

const namesOf = (flags: readonly CompletedFlag[]): string => flags.flatMap(({ names }) => names).join(' ');
