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
  { value: undefined, word: 'leave it', meaning: 'it stays unknown' },
];

/** What a person says of rows; undefined leaves them as they are. */
interface Answer {
  settled: readonly UnknownRow[];
  as: Decision | undefined;
}

/**
 * Asks about unknown rows, one after the other, and yields each answer with the rows that it settles: one, or all that
 * look alike. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C.
 */
export async function* askAboutRows(
  io: Io,
  rows: readonly UnknownRow[],
  operation: Operation,
): AsyncGenerator<Answer & { as: Decision }> {
  const left = new Set(rows);
  for (const row of rows) {
    if (!left.has(row)) continue;
    const alike = [...left].filter(({ looks }) => looks === row.looks);
    const { settled, as } = await answerAbout(io, row, alike, operation);
    for (const one of settled) left.delete(one);
    if (as !== undefined) yield { settled, as };
  }
}

/** Asks until there is an answer that the user stands by although the listings may speak against it. */
const answerAbout = async (
  io: Io,
  row: UnknownRow,
  alike: readonly UnknownRow[],
  operation: Operation,
): Promise<Answer> => {
  const those = `the ${alike.length} rows that are ${looksWords(row.looks, operation)}`;
  const all = { value: 'all', word: 'all alike…', meaning: `one answer for ${those}` } as const;
  const each = { value: 'each', word: 'one by one', meaning: 'ask about each of them' } as const;
  for (;;) {
    const said = await askWhich<Decision | 'all' | undefined>(io, {
      message: rowWords(row, operation),
      choices: alike.length > 1 ? [...answers, all] : answers,
      // Enter alone must not say of a change that it was made if nothing speaks for it.
      byDefault: row.looks === 'wanted' ? 'applied' : undefined,
      // Keys that were pressed before it was shown can't have been meant as its answer.
      isLast: true,
    });
    const as =
      said === 'all'
        ? await askWhich<Decision | 'each' | undefined>(io, {
            message: `${capitalized(those)}: what became of them?`,
            choices: [each, ...answers.map(({ value, word }) => ({ value, word }))],
            byDefault: each.value,
            isLast: true,
          })
        : said;
    if (as === 'each') continue;
    const settled = said === 'all' ? alike : [row];
    const doubts = as === undefined ? [] : doubtsAbout(settled, as, operation);
    if (doubts.length === 0 || (await confirm(io, `${doubts.join(' ')} Say so all the same?`)))
      return { settled, as };
  }
};

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
