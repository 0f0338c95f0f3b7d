import { asWords, capitalized } from '../words/counted.ts';

/** The kinds of words that have a colour and a shape on a screen. */
export type Role = 'state' | 'condition' | 'outcome' | 'effect' | 'change' | 'run';

type Style = 'green' | 'yellow' | 'red' | 'dim';

interface Mark {
  style: Style;
  sign: string;
}

const mark = (style: Style, sign: string): Mark => ({ style, sign });

/** Colour and shape only repeat what the word says. */
const marks: Readonly<Record<Role, Readonly<Record<string, Mark>>>> = {
  state: { OPEN: mark('green', '●'), CLOSED: mark('dim', '○') },
  condition: {
    NEW_WITH_TAGS: mark('green', '★'),
    NEW_WITHOUT_TAGS: mark('green', '☆'),
    EXCELLENT: mark('green', '◆'),
    GOOD: mark('dim', '◇'),
    MINOR_DEFECT: mark('yellow', '▲'),
  },
  outcome: {
    applied: mark('green', '✓'),
    closed: mark('green', '✓'),
    converged: mark('green', '≈'),
    unchanged: mark('dim', '='),
    skipped: mark('dim', '-'),
    refused: mark('red', '✗'),
    unsent: mark('yellow', '…'),
    unknown: mark('red', '?'),
  },
  effect: {
    change: mark('green', '→'),
    close: mark('yellow', '○'),
    create: mark('green', '+'),
    grade: mark('green', '◆'),
    unchanged: mark('dim', '='),
    skip: mark('dim', '-'),
    conflict: mark('red', '!'),
    fault: mark('red', '✗'),
  },
  change: { added: mark('green', '+'), removed: mark('red', '-'), changed: mark('yellow', '~') },
  run: {
    finished: mark('green', '✓'),
    running: mark('green', '→'),
    unfinished: mark('yellow', '…'),
    unresolved: mark('red', '?'),
    failed: mark('red', '✗'),
    planned: mark('dim', '·'),
    damaged: mark('red', '✗'),
  },
};

/** All words of a role; undefined if they are the service's. */
export const ownWords = (role: Role): readonly string[] | undefined =>
  role === 'state' || role === 'condition' ? undefined : Object.keys(marks[role]);

const markOf = (role: Role, word: string): Mark | undefined =>
  Object.hasOwn(marks[role], word) ? marks[role][word] : undefined;

export const styleOf = (role: Role, word: string): Style | undefined => markOf(role, word)?.style;

export const isMarked = (role: Role | undefined, word: string): boolean =>
  role !== undefined && markOf(role, word) !== undefined;

/** What people read in place of words for programs. */
const words: ReadonlyMap<string, string> = new Map([
  ['unknown', 'in doubt'],
  ['unsent', 'not sent'],
]);

/** A word for a screen: `● open`, `▲ Minor defect`. An unknown word is aligned with the others. */
export const marked = (role: Role, word: string): string => {
  if (word === '') return word;
  const label = role === 'condition' ? capitalized(asWords(word)) : (words.get(word) ?? asWords(word));
  return `${markOf(role, word)?.sign ?? ' '} ${label}`;
};
