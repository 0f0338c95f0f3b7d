import type { Result, Shown } from '../terminal/columns.ts';
import { columnsOf, recordsOf } from '../terminal/document-records.ts';
import { stringify } from '../terminal/json.ts';
import type { Invocation } from './invocation.ts';

/**
 * An answer of any form: as it came, unless a table or CSV was asked for; then the records in it. Where it has none it is
 * printed as it came all the same: after a change nothing is refused.
 */
export const answerResult = async (said: string, invocation: Invocation): Promise<Result> => {
  if (wantsRecords(invocation)) {
    const result = recordsResult(await parsedAnswer(said));
    if (result) return result;
    invocation.warn('The answer holds no records: it is printed as it came.');
  }
  return {
    kind: 'document',
    text: said === '' || said.endsWith('\n') ? said : `${said}\n`,
    value: () => parsedAnswer(said),
  };
};

/** A table has to be asked for: what a terminal has by itself may hide of an answer what was looked for in it. */
const wantsRecords = ({ settings, format }: Invocation): boolean =>
  format() === 'csv' || settings.format === 'table';

const recordsResult = (answer: unknown): Result | undefined => {
  const found = recordsOf(answer);
  if (found === undefined) return undefined;
  if ('one' in found) return { kind: 'record', record: found.one, columns: columnsOf([found.one]) };
  const { list, beside } = found;
  return {
    kind: 'records',
    records: list,
    columns: columnsOf(list),
    empty: 'The list in the answer is empty.',
    notice: () => besideWords(beside),
  };
};

/** A page of a list says how it goes on, for which its table has no place. */
const besideWords = (beside: Shown): string | undefined =>
  Object.keys(beside).length > 0 ? `Beside the list the answer says: ${stringify(beside)}` : undefined;

/** An answer as a value with all digits of its numbers, undefined where it is no JSON. */
const parsedAnswer = async (said: string): Promise<unknown> => {
  const { parseJson } = await import('../client/json.ts');
  try {
    return parseJson(said);
  } catch {
    return undefined;
  }
};
