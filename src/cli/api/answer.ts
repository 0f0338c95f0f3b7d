import { parseJson } from '../../client/json.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { isObject } from '../../terminal/field.ts';
import { formats } from '../../terminal/formats.ts';
import { harmless } from '../../terminal/harmless.ts';
import { stringify } from '../../terminal/json.ts';
import type { Result } from '../../terminal/results.ts';
import type { Invocation } from '../invocation.ts';

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
  formats[format()].isFlat || (settings.format !== undefined && formats[settings.format].isDrawn);

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
  Object.keys(beside).length > 0 ? `Besides the list, the answer says: ${stringify(beside)}` : undefined;

/** An answer as a value with all digits of its numbers, undefined where it is no JSON. */
const parsedAnswer = async (said: string): Promise<unknown> => {
  try {
    return parseJson(said);
  } catch {
    return undefined;
  }
};

/** What a document of unknown form comes to in a table: many records and what is said beside them, or one. */
export type DocumentRecords = { list: readonly Shown[]; beside: Shown } | { one: Shown };

/**
 * The records of a document: an array of objects; the one list of objects in an envelope that says nothing else but other
 * objects, as a page with its pageInfo; or an object by itself. Undefined for what is none of these.
 */
export const recordsOf = (value: unknown): DocumentRecords | undefined => {
  if (isList(value)) return { list: value, beside: {} };
  if (!isObject(value)) return undefined;
  const fields = Object.entries(value);
  const lists = fields.filter(([, field]) => isList(field));
  const [name, list] = lists[0] ?? [];
  const isEnvelope = lists.length === 1 && fields.every(([, field]) => isList(field) || isObject(field));
  return isEnvelope && isList(list)
    ? { list, beside: Object.fromEntries(fields.filter(([other]) => other !== name)) }
    : { one: value };
};

const isList = (value: unknown): value is readonly Shown[] => Array.isArray(value) && value.every(isObject);

/** A column for each field that any of the records has, in the order in which they are met. Whoever sees an `id` will copy it. */
export const columnsOf = (records: readonly Shown[]): Column[] =>
  [...new Set(records.flatMap(Object.keys))].map((field) => ({
    field,
    title: harmless(field),
    ...(field === 'id' ? { whole: true } : {}),
  }));
