import { nearest } from '../words/nearest.ts';
import type { Tree } from './command.ts';

const verbsElsewhere: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  show: ['get'],
  delete: ['close', 'remove'],
  update: ['set'],
  download: ['fetch'],
};

/** Other tools' names for whole commands, and commands that belong to another noun here. */
const commandsElsewhere: Readonly<Record<string, string>> = {
  login: 'init',
  whoami: 'profiles show',
  version: '--version',
  'listings set': 'inventory set',
  'listings update': 'inventory set',
  'inventory get': 'listings get',
};

/**
 * The command that an unknown word probably stands for, as the words after `resale`: a name from another tool, a command that
 * ends with the word, or the nearest one. `path` has the words before it.
 */
export const meantCommand = (
  word: string,
  path: readonly string[],
  children: Tree,
  topics: readonly string[],
): string | undefined => {
  const typed = word.toLowerCase();
  const known = [...children.map(({ name }) => name), ...topics];
  const verbs = (child: Tree[number]): readonly string[] =>
    'children' in child ? child.children.map(({ name }) => `${child.name} ${name}`) : [child.name];
  const all = children.flatMap(verbs);
  const endingWith = (verb: string) => all.find((words) => words.split(' ').at(-1) === verb);
  const line = [...path, typed].join(' ');
  if (Object.hasOwn(commandsElsewhere, line)) return commandsElsewhere[line];
  const others = Object.hasOwn(verbsElsewhere, typed) ? verbsElsewhere[typed] : undefined;
  const match = [...(others ?? []), typed].map(endingWith).find(Boolean) ?? nearest(word, known);
  return match === undefined ? undefined : [...path, match].join(' ');
};

const flagsElsewhere: Readonly<Record<string, string>> = {
  '-v': '--debug',
  '--verbose': '--debug',
  '--file': '--from',
  '--force': '--yes',
  '--format': '--output',
  '--sku': '--product-id',
};

/** The flag that an unknown one probably stands for: a name from another tool, or a similar spelling. */
export const meantFlag = (flag: string, path: string, known: readonly string[]): string | undefined => {
  const match = flag === '-v' && path === 'resale' ? '--version' : flagsElsewhere[flag];
  if (match !== undefined && known.includes(match)) return match;
  const near = nearest(
    flag.slice(2),
    known.map((name) => name.slice(2)),
  );
  return near && `--${near}`;
};
