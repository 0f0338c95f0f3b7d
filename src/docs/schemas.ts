import { answerFields } from '../cli/answer-fields.ts';
import { planFields, reportColumns } from '../cli/bulk/columns.ts';
import type { AnswerShape, AnyCommand } from '../cli/command.ts';
import { previewFields } from '../cli/preview.ts';
import { errorCodes } from '../failure/codes.ts';
import { exitCodes } from '../failure/exit-codes.ts';
import { type Flags, type FlagValues, readFlags, type Value } from '../flags/values.ts';
import { a, type Schema } from '../json/schema.ts';
import { answerSchema } from '../service/openapi.ts';
import type { Column, Field } from '../terminal/columns.ts';
import { type Format, formatNames } from '../terminal/formats.ts';
import { ownWords } from '../terminal/marks.ts';
import { flagName } from '../words/resale-line.ts';

/** What a flag or an argument may be, as it is typed. */
const valueSchema = (value: Flags[string]): Schema => {
  if ('toggle' in value) return { ...a.boolean, description: value.description };
  const { type = 'string', description, choices, takesOthers, min, max } = value;
  const one = {
    type,
    ...(choices === undefined ? {} : { [takesOthers ? 'examples' : 'enum']: choices }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  return {
    ...('many' in value ? { ...a.listOf(one), minItems: 1 } : one),
    description,
    ...(value.default === undefined ? {} : { default: value.default }),
  };
};

const isNeeded = ({ optional, orFlags }: Value<unknown>): boolean => !optional && orFlags === undefined;

/** What may be typed for a command: its arguments by the words that stand for them in its usage, its flags by their names. */
export const inputSchema = ({ arguments: named, flags }: AnyCommand): Schema => ({
  type: 'object',
  properties: Object.fromEntries([
    ...Object.values(named).map((argument) => [argument.placeholder, valueSchema(argument)]),
    ...Object.entries(flags).map(([name, flag]) => [flagName(name), valueSchema(flag)]),
  ]),
  required: Object.values(named)
    .filter(isNeeded)
    .map(({ placeholder }) => placeholder),
  additionalProperties: false,
});

/** An answer to other flags than none. */
interface OtherAnswer {
  /** The flags, such as `--check` or `--from --dry-run`. */
  with: string;
  answer: Schema;
}

/** The answer of a command, and where flags change it, these and the answer to them. */
export interface DescribedAnswers {
  answer: Schema;
  otherAnswers?: readonly OtherAnswer[];
}

/** What commands print that answer with no data. */
const plainText: Schema = { ...a.text, description: 'Text that is no JSON' };

/** The JSON that a command prints: asked for each of its flags alone, and in the formats that print JSON. */
export const answerSchemas = async (definition: AnyCommand): Promise<DescribedAnswers> => {
  if (definition.columns === undefined && definition.fields === undefined)
    return { answer: definition.prints ?? plainText };
  const unsaid = readFlags(definition.flags, {}, []);
  const answer = await schemaFor(definition, unsaid, 'json');
  const others = [
    ...formatNames.map((format) => ({ with: `-o ${format}`, said: unsaid, format })),
    ...Object.keys(definition.flags).map((name) => ({
      with: flagName(name),
      said: { ...unsaid, [name]: true } as typeof unsaid,
      format: 'json' as const,
    })),
  ].filter(({ format }) => format === 'json' || format === 'ndjson');
  const otherAnswers: OtherAnswer[] = [];
  for (const { with: flag, said, format } of others) {
    const schema = await schemaFor(definition, said, format);
    if (JSON.stringify(schema) !== JSON.stringify(answer)) otherAnswers.push({ with: flag, answer: schema });
  }
  const all = [...otherAnswers, ...previews(definition)];
  return { answer, ...(all.length > 0 ? { otherAnswers: all } : {}) };
};

const schemaFor = async (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  format: Format,
): Promise<Schema> => {
  const shape = definition.shape?.(flags) ?? 'record';
  const fields = answerFields(definition, flags, format);
  // What has no fields is whatever the service answers.
  return fields.length === 0 ? {} : shaped(await recordSchema(definition, fields), shape);
};

const shaped = (record: Schema, shape: AnswerShape): Schema => {
  switch (shape) {
    case 'record':
    case 'lines':
      return record;
    case 'records':
      return a.listOf(record);
    case 'either':
      return { anyOf: [record, a.listOf(record)] };
    case 'count':
      return a.count;
  }
};

const recordSchema = async (definition: AnyCommand, fields: readonly Field[]): Promise<Schema> => {
  const own = definition.record === undefined ? undefined : answerSchema(await definition.record());
  const served = (own?.properties ?? {}) as Readonly<Record<string, Schema>>;
  // Fields of another answer than the service's record, such as the reports of many rows.
  if (own === undefined || !fields.some(isServed(served))) return ownRecord(fields);
  const others = ownRecord(fields.filter((field) => !isServed(served)(field)));
  return {
    ...own,
    properties: { ...served, ...(others.properties as object) },
    required: [...((own.required ?? []) as string[]), ...(others.required as string[])],
  };
};

const isServed =
  (served: Readonly<Record<string, Schema>>) =>
  ({ field, holds }: Field): boolean =>
    holds === undefined && (field.split('.', 1)[0] as string) in served;

const ownRecord = (fields: readonly Field[]): Schema =>
  a.object(
    Object.fromEntries(fields.map((field) => [field.field, heldBy(field)])),
    ...fields.filter(({ sometimes }) => sometimes).map(({ field }) => field),
  );

const heldBy = ({ holds, records, role }: Field & Pick<Column, 'role'>): Schema => {
  if (records) return a.listOf(ownRecord(records));
  const words = role && ownWords(role);
  return holds ?? (words ? a.oneOf(words) : a.text);
};

/** What --dry-run prints instead: the requests, or the plan of many rows. */
const previews = ({ columns, effect, takesRows }: AnyCommand): OtherAnswer[] => {
  if (effect.on === 'machine') return [];
  const plan = a.listOf(ownRecord(planFields));
  const request = ownRecord(previewFields);
  return columns === reportColumns
    ? [{ with: '--dry-run', answer: plan }]
    : [
        { with: '--dry-run', answer: shaped(request, 'either') },
        ...(takesRows ? [{ with: '--from --dry-run', answer: plan }] : []),
      ];
};

/** The line of JSON that a command prints on stderr when it fails. */
export const errorSchema: Schema = a.object({
  error: a.object(
    {
      code: { ...a.oneOf(errorCodes), description: 'A stable word for what happened' },
      message: { ...a.text, description: 'What happened, as a sentence' },
      details: { ...a.listOf(a.text), description: 'What does not fit into the message' },
      status: { ...a.integer, description: "The service's status, if it answered" },
      field: { ...a.text, description: 'The field of the service that is at fault' },
      hint: { ...a.text, description: 'What to do, as a sentence' },
      retryable: {
        ...a.oneOf([true, false, 'unknown']),
        description: 'Whether trying again is safe and may help; unknown if it may have been applied',
      },
      requestId: { ...a.text, description: "The service's name for the request" },
    },
    'details',
    'status',
    'field',
    'hint',
    'requestId',
  ),
});

/** The exit codes that a command may end with; another program's are passed on. */
export const exitCodesOf = ({ effect, takesCommand, takesRows, columns }: AnyCommand): number[] => {
  const { conflict, rowsNotDone, unknown, ...others } = exitCodes;
  const changes = effect.on === 'service' && effect.does !== 'reads';
  const many = takesRows || columns === reportColumns;
  const all: number[] = [
    ...Object.values(others),
    ...(effect.does === 'closes' ? [conflict] : []),
    ...(many ? [rowsNotDone] : []),
    ...(changes ? [unknown] : []),
  ];
  return takesCommand ? [] : all.sort((one, other) => one - other);
};
