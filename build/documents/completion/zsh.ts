import { readFileSync } from 'node:fs';
import type { CompletedFlag, CompletedTool } from './model.ts';
import { argumentRows, branchesOf, posixFlags, withFlags } from './tables.ts';

const engine = readFileSync(new URL('engine.zsh', import.meta.url), 'utf8');

/** The completion script of zsh: its functions, then the tables that they use. */
export const zshCompletion = (tool: CompletedTool): string => {
  const { globalFlags } = tool;
  return [
    engine.trimEnd(),
    '',
    '# The words that follow a command, each with what it is for → $following.',
    '_resale_words() {',
    '  following=()',
    '  case $1 in',
    ...branchesOf(tool).map(({ path, words }) =>
      list(
        `(${quoted(path)})`,
        'following',
        words.map(({ word, description }) => described(word, description)),
      ),
    ),
    '  esac',
    '}',
    '',
    '# What an argument is, by its command and place → $value.',
    '_resale_argument() {',
    '  value=',
    '  case "$1 $2" in',
    ...argumentRows(tool).map(
      ({ keys, answer }) => `    (${keys.map(pattern).join('|')}) value=${quoted(answer)} ;;`,
    ),
    '  esac',
    '}',
    '',
    '# The flags of a command, each with what it is for → $flags.',
    '_resale_flags() {',
    '  flags=(',
    ...linesOf(globalFlags).map((line) => `    ${line}`),
    '  )',
    '  case $1 in',
    ...withFlags(tool).map(({ path, flags }) =>
      list(`(${quoted(path)})`, 'flags', [...linesOf(flags), '$flags']),
    ),
    '  esac',
    '}',
    '',
    ...posixFlags(tool, '('),
    '',
    '# From a folder of $fpath this file is the function itself, else it is sourced.',
    'if [[ $funcstack[1] == _resale ]]; then _resale "$@"; else compdef _resale resale; fi',
    '',
  ].join('\n');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const pattern = (key: string): string => (key.endsWith('*') ? `${quoted(key.slice(0, -1))}*` : quoted(key));

/** A word and its description, in the form for _describe. */
const described = (word: string, description: string): string =>
  quoted(`${word.replaceAll(':', '\\:')}:${description}`);

const linesOf = (flags: readonly CompletedFlag[]): string[] =>
  flags.flatMap(({ names, description }) => names.map((name) => described(name, description)));

const list = (key: string, variable: string, items: readonly string[]): string =>
  [`    ${key} ${variable}=(`, ...items.map((item) => `      ${item}`), '    ) ;;'].join('\n');
