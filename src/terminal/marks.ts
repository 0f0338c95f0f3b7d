import { asWords, capitalized } from '../words/counted.ts';
import type { Ellipsis } from './width.ts';

/** The kinds of words that have a colour and a shape on a screen. */
export type Role = 'state' | 'condition' | 'outcome' | 'effect' | 'change' | 'run';

type Style = 'green' | 'yellow' | 'red' | 'dim';

/** Of Unicode, of ASCII, or none, for a program that reads a table. */
export type Shapes = 'unicode' | 'ascii' | 'none';

interface Mark {
  style: Style;
  unicode: string;
  ascii: string;
}

const mark = (style: Style, unicode: string, ascii = unicode): Mark => ({ style, unicode, ascii });

/** The word alone says what its colour and its shape mean. */
const marks: Readonly<Record<Role, Readonly<Record<string, Mark>>>> = {
  state: { OPEN: mark('green', '●', '*'), CLOSED: mark('dim', '○', '-') },
  condition: {
    NEW_WITH_TAGS: mark('green', '★', '#'),
    NEW_WITHOUT_TAGS: mark('green', '☆', '+'),
    EXCELLENT: mark('green', '◆', '='),
    GOOD: mark('dim', '◇', '~'),
    MINOR_DEFECT: mark('yellow', '▲', '!'),
  },
  outcome: {
    applied: mark('green', '✓', '+'),
    converged: mark('green', '≈', '~'),
    unchanged: mark('dim', '='),
    skipped: mark('dim', '-'),
    refused: mark('red', '✗', 'x'),
    unsent: mark('yellow', '…', '.'),
    unknown: mark('red', '?'),
  },
  effect: {
    change: mark('green', '→', '>'),
    close: mark('yellow', '○', 'o'),
    create: mark('green', '+'),
    grade: mark('green', '◆', '#'),
    none: mark('dim', '='),
    skip: mark('dim', '-'),
    conflict: mark('red', '!'),
    fault: mark('red', '✗', 'x'),
  },
  change: { added: mark('green', '+'), removed: mark('red', '-'), changed: mark('yellow', '~') },
  run: {
    finished: mark('green', '✓', '+'),
    running: mark('green', '→', '>'),
    unfinished: mark('yellow', '…', '.'),
    unresolved: mark('red', '?'),
    failed: mark('red', '✗', 'x'),
    planned: mark('dim', '·', '-'),
    damaged: mark('red', '✗', 'x'),
  },
};

/** All words of a role; undefined if they are the service's. */
export const ownWords = (role: Role): readonly string[] | undefined =>
  role === 'state' || role === 'condition' ? undefined : Object.keys(marks[role]);

const markOf = (role: Role, word: string): Mark | undefined =>
  Object.hasOwn(marks[role], word) ? marks[role][word] : undefined;

export const styleOf = (role: Role, word: string): Style | undefined => markOf(role, word)?.style;

export const ellipsisOf = (shapes: Shapes): Ellipsis => (shapes === 'ascii' ? '...' : '…');

export const isMarked = (role: Role | undefined, word: string): boolean =>
  role !== undefined && markOf(role, word) !== undefined;

const words: ReadonlyMap<string, string> = new Map([
  ['unknown', 'in doubt'],
  ['unsent', 'not sent'],
]);

/** A word for a screen: `● open`, `▲ Minor defect`. An unknown word is aligned with the others. */
export const marked = (role: Role, word: string, shapes: Shapes): string => {
  if (shapes === 'none' || word === '') return word;
  const said = role === 'condition' ? capitalized(asWords(word)) : (words.get(word) ?? asWords(word));
  return `${markOf(role, word)?.[shapes] ?? ' '} ${said}`;
};
