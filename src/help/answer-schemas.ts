import { errorCodes, exitCodes } from '../failure/codes.ts';
import { a, type Schema } from '../json/schema.ts';
import type { AnyCommand, CommandAnswer } from '../line/command.ts';
import { previewFields } from '../line/preview.ts';
import { planFields, reportColumns } from '../runs/report/row-columns.ts';
import { answerSchema } from '../service/openapi-document.ts';
import type { Column, Field } from '../terminal/columns.ts';
import { ownWords } from '../terminal/marks.ts';
import { flagName } from '../words/resale-line.ts';

/** The output of commands without data. */
const plainText: Schema = { ...a.text, description: 'Text that is no JSON' };

/** A command's JSON: first without flags, then the variants of its flags. */
export const answersOf = async (definition: AnyCommand) => {
  const { answer = {}, answerWith = {} } = definition;
  const { fields = [], fieldsIn } = answer;
  const others: [words: string, answer: CommandAnswer][] = [
    ['-o ndjson', fieldsIn ? { ...answer, fields: fieldsIn('ndjson') } : answer],
    ...Object.entries(answerWith).map(([name, other]): [string, CommandAnswer] => [flagName(name), other]),
  ];
  const alone = await schemaOf(answer);
  const schemas = await Promise.all(
    others.map(async ([words, other]) => [words, await schemaOf(other)] as const),
  );
  const described = [...schemas, ...previews(definition)]
    .filter(([, schema]) => JSON.stringify(schema) !== JSON.stringify(alone))
    .map(([words, schema]) => ({ description: `With ${words}`, ...schema }));
  return {
    fields: fields.map(({ field }) => field),
    answer: described.length === 0 ? alone : { anyOf: [alone, ...described] },
  };
};

const schemaOf = async ({ fields, prints = plainText, shape, record }: CommandAnswer): Promise<Schema> => {
  if (fields === undefined) return prints;
  // An empty list of fields stands for the service's own answer.
  return fields.length === 0 ? {} : shaped(await recordSchema(fields, record), shape);
};

const shaped = (record: Schema, shape: CommandAnswer['shape'] = 'record'): Schema => {
  switch (shape) {
    case 'record':
    case 'document':
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

const recordSchema = async (fields: readonly Field[], record: CommandAnswer['record']): Promise<Schema> => {
  const own = record && answerSchema(await record());
  const served = (own?.properties ?? {}) as Readonly<Record<string, Schema>>;
  // The fields are not those of the service's record: for example, the reports of many rows.
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
  ({ field, schema }: Field): boolean =>
    schema === undefined && (field.split('.', 1)[0] as string) in served;

const ownRecord = (fields: readonly Field[]): Schema =>
  a.object(
    Object.fromEntries(fields.map((field) => [field.field, schemaOfField(field)])),
    ...fields.filter(({ optional }) => optional).map(({ field }) => field),
  );

const schemaOfField = ({ schema, records, role }: Field & Pick<Column, 'role'>): Schema => {
  if (records) return a.listOf(ownRecord(records));
  const words = role && ownWords(role);
  return schema ?? (words ? a.oneOf(words) : a.text);
};

const answersWithRows = ({ answer }: AnyCommand): boolean =>
  reportColumns.every((column) => answer?.fields?.includes(column));

/** The output of --dry-run: the requests, or the plan of many rows. */
const previews = (definition: AnyCommand): [words: string, schema: Schema][] => {
  const { answer, effect, takesRows } = definition;
  if (answer === undefined || effect.on === 'machine') return [];
  const plan = a.listOf(ownRecord(planFields));
  if (answersWithRows(definition)) return [['--dry-run', plan]];
  const request = shaped(ownRecord(previewFields), 'either');
  return [['--dry-run', request], ...(takesRows ? [['--from --dry-run', plan] as [string, Schema]] : [])];
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
export const exitCodesOf = (definition: AnyCommand): number[] => {
  const { effect, takesCommand, takesRows } = definition;
  const { conflict, rowsNotDone, unknown, ...others } = exitCodes;
  const changes = effect.on === 'service' && effect.does !== 'reads';
  const many = takesRows || answersWithRows(definition);
  const all: number[] = [
    ...Object.values(others),
    ...(effect.does === 'closes' ? [conflict] : []),
    ...(many ? [rowsNotDone] : []),
    ...(changes ? [unknown] : []),
  ];
  return takesCommand ? [] : all.sort((one, other) => one - other);
};
