import type { WireRequest } from '../../client/request.ts';
import type { WireAnswer } from '../../client/sending.ts';
import { asWritten, nestsTooDeep, parseJson } from '../../json/exact.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { isObject } from '../../terminal/field.ts';
import { formats } from '../../terminal/formats.ts';
import { stringify } from '../../terminal/json.ts';
import type { Result } from '../../terminal/results.ts';
import { notJson } from '../errors.ts';
import type { Invocation } from '../invocation.ts';

/**
 * An answer of any form: as it came, unless a table or CSV was asked for; then the records in it. Without records it is
 * printed as it came: once a change has been made, its answer must be shown.
 */
export const answerResult = async (
  { body: said, headers }: WireAnswer,
  { method, path }: WireRequest,
  invocation: Invocation,
): Promise<Result> => {
  const saysJson = said !== '' && /[/+]json\b/i.test(headers['content-type'] ?? '');
  if (method === 'GET' && saysJson && formats[invocation.format()].json && !isJson(said))
    throw notJson(`${method} ${path.replace(/\?.*/s, '')}`);
  if (wantsRecords(invocation)) {
    const result = recordsResult(await parsedAnswer(said));
    if (result) return result;
    invocation.warn('The answer contains no records, so it is printed as it came.');
  }
  return {
    kind: 'document',
    text: said === '' || said.endsWith('\n') ? said : `${said}\n`,
    value: () => parsedAnswer(said),
  };
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    // One that nests too deep to be parsed is JSON all the same.
    return !(error instanceof SyntaxError);
  }
};

/** A table must be asked for: the default of a terminal could hide the very part of an answer that matters. */
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

/** A page of a list says how to continue, for which its table has no room. */
const besideWords = (beside: Shown): string | undefined =>
  Object.keys(beside).length > 0
    ? `Besides the list, the answer says: ${stringify(asWritten(beside))}`
    : undefined;

/** An answer as a value with all digits of its numbers; undefined if it is not JSON, or nests too deep to be printed anew. */
const parsedAnswer = async (said: string): Promise<unknown> => {
  try {
    const value = parseJson(said);
    return nestsTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
};

/** A document of unknown form as a table: many records and the fields beside them, or one record. */
export type DocumentRecords = { list: readonly Shown[]; beside: Shown } | { one: Shown };

/**
 * The records of a document: an array of objects; the only list of objects in an envelope that otherwise has only
 * objects, as a page with its pageInfo; or a single object. Undefined for anything else.
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

/** A column for each field that any of the records has, in order of appearance. An `id` is kept whole, to be copied. */
export const columnsOf = (records: readonly Shown[]): Column[] =>
  [...new Set(records.flatMap(Object.keys))].map((field) => ({
    field,
    title: escapeControls(field),
    ...(field === 'id' ? { whole: true } : {}),
  }));
