import type { Operation } from '../../changes/operation.ts';
import type { Decision } from '../../changes/outcome.ts';
import { a } from '../../json/schema.ts';
import { linesWords } from '../../runs/journal/state-words.ts';
import { errorColumn, idColumn, lineNumber } from '../../runs/report/row-columns.ts';
import type { Looks, RowInDoubt } from '../../runs/send/in-doubt.ts';
import type { Column } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import type { Io } from '../../terminal/io.ts';
import { capitalized, figure } from '../../words/counted.ts';

const inventoryLooks: Readonly<Record<Looks, string>> = {
  wanted: 'as wanted',
  before: 'as before',
  neither: 'neither as before nor as wanted',
  unreadable: 'not readable in the shop',
};
const creationLooks: Readonly<Record<Looks, string>> = {
  wanted: 'in the shop',
  before: 'not in the shop',
  neither: 'in the shop several times',
  unreadable: 'without an identifier to look for',
};

/** Follows `it is`. */
const looksWords = (looks: Looks, { listing }: Pick<Operation, 'listing'>): string =>
  (listing === 'may be there' ? creationLooks : inventoryLooks)[looks];

/** Evidence against a decision, as a clause; undefined if there is none. */
const againstIt = (looks: Looks, as: Decision, operation: Operation): string | undefined => {
  const isNow = `${looksWords(looks, operation)} now`;
  if (looks === 'before' && as === 'applied') return `${isNow}, and may not have been applied`;
  return looks === 'wanted' && as !== 'applied' ? `${isNow}, and may have been applied` : undefined;
};

/** Evidence against a decision, one sentence for rows that look alike. */
export const doubtsAbout = (rows: readonly RowInDoubt[], as: Decision, operation: Operation): string[] =>
  [...new Set(rows.map(({ looks }) => looks))].flatMap((looks) => {
    const objection = againstIt(looks, as, operation);
    if (objection === undefined) return [];
    const alike = rows.filter((row) => row.looks === looks).map(({ line }) => line);
    return [`${capitalized(linesWords(alike))} ${alike.length === 1 ? 'is' : 'are'} ${objection}.`];
  });

const name: Column = { field: 'name', title: 'NAME', whole: true, schema: a.orNull(a.text) };
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', align: 'right', schema: a.orNull(a.integer) },
  { field: 'delta', title: 'DELTA', align: 'right', schema: a.orNull(a.integer) },
  { field: 'wanted', title: 'WANTED', align: 'right', schema: a.orNull(a.integer) },
  { field: 'now', title: 'NOW', align: 'right', schema: a.orNull(a.integer) },
];
const looks: Column = { field: 'looks', title: 'NOW IT IS', schema: a.oneOf(Object.keys(inventoryLooks)) };

export const unknownColumns: readonly Column[] = [lineNumber, name, idColumn, ...values, looks, errorColumn];

/** What the run saw: since then, somebody else may have changed it, too. */
const atTheTime: Column = {
  ...errorColumn,
  inWords: (error, row) => `at the time: ${errorColumn.inWords?.(error, row)}`,
};

/** A screen has each listing by one name. */
export const unknownColumnsFor = (
  rows: readonly RowInDoubt[],
  operation: Operation,
  format: Format,
): readonly Column[] => {
  if (!formats[format].isDrawn) return unknownColumns;
  const named = [
    lineNumber,
    ...(rows.some((row) => row.name !== null) ? [name] : []),
    ...(rows.some((row) => row.name === null) ? [idColumn] : []),
  ];
  const shown = operation.changesInventory
    ? values.filter(({ field }) => field !== 'delta')
    : [{ ...looks, inWords: (word: unknown) => looksWords(word as Looks, operation) }];
  return [...named, ...shown, atTheTime];
};

const answers: readonly { value: Decision | undefined; word: string; meaning: string }[] = [
  { value: 'applied', word: 'applied', meaning: 'the change was made' },
  { value: 'not-applied', word: 'not applied', meaning: 'it was not, and counts as refused' },
  { value: undefined, word: 'leave it', meaning: 'it stays in doubt' },
];

/** Asks once for all rows that look alike, and yields each answer. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export async function* askAboutRows(
  io: Io,
  rows: readonly RowInDoubt[],
  operation: Operation,
): AsyncGenerator<{ resolved: readonly RowInDoubt[]; as: Decision }> {
  for (const looks of new Set(rows.map((row) => row.looks))) {
    const resolved = rows.filter((row) => row.looks === looks);
    const as = await answerAbout(io, resolved, operation);
    if (as !== undefined) yield { resolved, as };
  }
}

/** Asks again if the listings contradict the answer and the user does not confirm it. */
const answerAbout = async (
  io: Io,
  alike: readonly RowInDoubt[],
  operation: Operation,
): Promise<Decision | undefined> => {
  const [{ confirm }, { askWhich }] = await Promise.all([
    import('../../terminal/prompts/ask-whether.ts'),
    import('../../terminal/prompts/ask-which.ts'),
  ]);
  for (;;) {
    const as = await askWhich<Decision | undefined>(io, {
      message: `${whatIsKnown(alike, operation)}. What became of ${alike.length === 1 ? 'it' : 'them'}?`,
      choices: answers,
      // Enter alone decides nothing: how it looks now may be somebody else's doing.
      byDefault: undefined,
      // Keys that were pressed before the question appeared are no answer to it.
      isLast: true,
    });
    const doubts = as && alike[0] && againstIt(alike[0].looks, as, operation);
    const they = alike.length === 1 ? 'It is' : 'They are';
    if (!doubts || (await confirm(io, `${they} ${doubts}. Resolve them like this anyway?`))) return as;
  }
};

/** `COAT-0042 is as wanted now`, or `15 rows still have their old inventory`; the table above has the numbers. */
const whatIsKnown = (alike: readonly RowInDoubt[], operation: Operation): string => {
  const [row, ...others] = alike;
  if (row === undefined) return '';
  const isOne = others.length === 0;
  const subject = isOne ? (row.name ?? row.id ?? `Line ${row.line}`) : `${figure(alike.length)} rows`;
  if (row.looks === 'before' && operation.changesInventory)
    return `${subject} still ${isOne ? 'has its' : 'have their'} old inventory`;
  return `${subject} ${isOne ? 'is' : 'are'} ${looksWords(row.looks, operation)} now`;
};
