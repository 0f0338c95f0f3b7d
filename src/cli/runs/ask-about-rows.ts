import type { UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Decision } from '../../changes/outcome.ts';
import type { Io } from '../../terminal/io.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { looksWords } from './unknown-columns.ts';

/** The answers, and what each means. */
const answers: readonly { as: Decision | undefined; word: string; meaning: string }[] = [
  { as: 'applied', word: 'applied', meaning: 'the change was made' },
  { as: 'refused', word: 'not applied', meaning: 'it was not, and counts as refused' },
  { as: 'retry', word: 'send it again', meaning: 'with the next `resale runs resume`' },
  { as: undefined, word: 'leave it', meaning: 'it stays unknown' },
];

/**
 * Asks about unknown rows, one after the other, and yields each answer with the rows that it settles: one, or all that
 * look alike. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C.
 */
export async function* askAboutRows(
  io: Io,
  rows: readonly UnknownRow[],
  operation: Operation,
): AsyncGenerator<{ settled: readonly UnknownRow[]; as: Decision }> {
  const left = new Set(rows);
  for (const row of rows) {
    if (!left.has(row)) continue;
    const alike = [...left].filter(({ looks }) => looks === row.looks);
    const choices = [
      ...answers.map(({ as, word, meaning }) => ({ value: { as, settled: [row] }, word, meaning })),
      ...answers.map(({ as, word }) => ({
        value: { as, settled: alike },
        word: `all: ${word}`,
        meaning: `for the ${alike.length} rows that are ${looksWords(row.looks, operation)}`,
      })),
    ];
    const { as, settled } = await askWhich(io, {
      message: rowWords(row, operation),
      choices: alike.length > 1 ? choices : choices.slice(0, answers.length),
      // Enter alone must not say of a change that it was made if nothing speaks for it.
      byDefault: choices[row.looks === 'wanted' ? 0 : answers.length - 1]?.value,
      // What was typed while the listings were read can't have been meant as an answer.
      ...(left.size === rows.length ? { isLast: true } : {}),
    });
    for (const one of settled) left.delete(one);
    if (as !== undefined) yield { settled, as };
  }
}

/** `Line 42, COAT-0042: 5 before, 3 wanted, 3 now` */
const rowWords = (row: UnknownRow, operation: Operation): string => {
  const { line, name, id, before, wanted, now, looks } = row;
  const place = [`Line ${line}`, ...[name ?? id].filter((said) => said !== null)].join(', ');
  const known = (value: number | null) => value ?? 'unknown';
  const said = operation.changesInventory
    ? `${known(before)} before, ${known(wanted)} wanted, ${now ?? 'unreadable'} now`
    : looks === 'wanted'
      ? `the listing ${id} has its external identifier now`
      : `it is ${looksWords(looks, operation)}`;
  return `${place}: ${said}. What became of it?`;
};
