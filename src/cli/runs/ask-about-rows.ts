import { linesWords } from '../../bulk/report.ts';
import type { UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Decision } from '../../changes/outcome.ts';
import type { Io } from '../../terminal/io.ts';
import { confirm } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { capitalized } from '../../words/counted.ts';
import { decisionWords, doubtsAbout, looksWords } from './unknown-columns.ts';

const answers: readonly { value: Decision | undefined; word: string; meaning: string }[] = [
  { value: 'applied', word: decisionWords.applied, meaning: 'the change was made' },
  { value: 'refused', word: decisionWords.refused, meaning: 'it was not, and counts as refused' },
  { value: 'retry', word: decisionWords.retry, meaning: 'when the run is resumed' },
  { value: undefined, word: 'leave it', meaning: 'it stays in doubt' },
];

/** Asks once for all rows that look alike, and yields each answer. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export async function* askAboutRows(
  io: Io,
  rows: readonly UnknownRow[],
  operation: Operation,
): AsyncGenerator<{ settled: readonly UnknownRow[]; as: Decision }> {
  for (const looks of new Set(rows.map((row) => row.looks))) {
    const settled = rows.filter((row) => row.looks === looks);
    const as = await answerAbout(io, settled, operation);
    if (as !== undefined) yield { settled, as };
  }
}

/** Asks again if the listings speak against the answer and the user does not confirm it. */
const answerAbout = async (
  io: Io,
  alike: readonly UnknownRow[],
  operation: Operation,
): Promise<Decision | undefined> => {
  for (;;) {
    const as = await askWhich<Decision | undefined>(io, {
      message: `${whatIsKnown(alike, operation)}. What became of ${alike.length === 1 ? 'it' : 'them'}?`,
      choices: answers,
      // Enter alone must not say of a change that it was made if nothing speaks for it.
      byDefault: alike[0]?.looks === 'wanted' ? 'applied' : undefined,
      // Keys that were pressed before it was shown can't have been meant as its answer.
      isLast: true,
    });
    const doubts = as === undefined ? [] : doubtsAbout(alike, as, operation);
    if (doubts.length === 0 || (await confirm(io, `${doubts.join(' ')} Say so all the same?`))) return as;
  }
};

/** `Row 42, COAT-0042: 5 before, 3 wanted, 3 now`, or `Rows 42 and 43 are as wanted now` */
const whatIsKnown = ([row, ...others]: readonly UnknownRow[], operation: Operation): string => {
  if (row === undefined) return '';
  const { row: number, name, id, before, wanted, now, looks } = row;
  const numbers = [number, ...others.map((other) => other.row)];
  if (others.length > 0)
    return `${capitalized(linesWords(numbers, undefined, 'row'))} are ${looksWords(looks, operation)} now`;
  const place = [`Row ${number}`, ...[name ?? id].filter((said) => said !== null)].join(', ');
  const known = (value: number | null) => value ?? 'unknown';
  if (operation.changesInventory)
    return `${place}: ${known(before)} before, ${known(wanted)} wanted, ${now ?? 'unreadable'} now`;
  return looks === 'wanted'
    ? `${place}: the listing ${id} has its external identifier now`
    : `${place}: it is ${looksWords(looks, operation)}`;
};
