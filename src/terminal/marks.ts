import { asWords, capitalized } from '../words/counted.ts';
import type { Ellipsis } from './width.ts';

/** What kind of word a value is, if such words stand out on a screen. */
export type Role = 'state' | 'condition' | 'outcome' | 'effect' | 'change' | 'run';

type Style = 'green' | 'yellow' | 'red' | 'dim';

/** Which shapes appear beside words: those of Unicode, of ASCII, or none, as for a program that reads a table. */
export type Shapes = 'unicode' | 'ascii' | 'none';

interface Mark {
  style: Style;
  unicode: string;
  ascii: string;
}

const mark = (style: Style, unicode: string, ascii = unicode): Mark => ({ style, unicode, ascii });

/** Words that stand out. Each has a shape besides its colour, and the word alone says what both mean. */
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

/** The words of the tool's own that a field of a role has; undefined if they are the service's. */
export const ownWords = (role: Role): readonly string[] | undefined =>
  role === 'state' || role === 'condition' ? undefined : Object.keys(marks[role]);

const markOf = (role: Role, word: string): Mark | undefined =>
  Object.hasOwn(marks[role], word) ? marks[role][word] : undefined;

/** The colour of a word; undefined for an unknown one. */
export const styleOf = (role: Role, word: string): Style | undefined => markOf(role, word)?.style;

/** The end of a text that was cut for lack of room. */
export const ellipsisOf = (shapes: Shapes): Ellipsis => (shapes === 'ascii' ? '...' : '…');

/** Whether a word has a shape. */
export const isMarked = (role: Role | undefined, word: string): boolean =>
  role !== undefined && markOf(role, word) !== undefined;

/** A word with its shape in front, and as people say it: `● open`, `▲ Minor defect`. An unknown word is aligned with the others. */
export const marked = (role: Role, word: string, shapes: Shapes): string =>
  shapes === 'none' || word === ''
    ? word
    : `${markOf(role, word)?.[shapes] ?? ' '} ${role === 'condition' ? capitalized(asWords(word)) : asWords(word)}`;
