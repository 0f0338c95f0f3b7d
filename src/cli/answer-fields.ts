import type { Flags, FlagValues, UsageFault } from '../flags/values.ts';
import type { Chosen } from '../terminal/chosen-fields.ts';
import { unknownField, unknownFieldWords } from '../terminal/chosen-fields.ts';
import type { Field } from '../terminal/columns.ts';
import { type Format, formats } from '../terminal/formats.ts';
import type { AnyCommand } from './command.ts';
import type { Invocation } from './invocation.ts';

/**
 * The documented fields of a command's answer with these flags and format, which --fields can name; the columns of its
 * table come first.
 */
export const answerFields = (
  { columns = [], fields = [], fieldsFor }: AnyCommand,
  flags: FlagValues<Flags>,
  format: Format,
): readonly Field[] => fieldsFor?.(flags, format) ?? [...columns, ...fields];

const fieldsNow = (definition: AnyCommand, flags: FlagValues<Flags>, invocation: Invocation) =>
  answerFields(definition, flags, invocation.format()).map(({ field }) => field);

/** If nothing is changed, an undocumented field may be asked for: the answer shows whether it exists. */
const mayBeAsked = ({ passesThrough = false }: AnyCommand, { settings }: Invocation): boolean =>
  passesThrough || settings.dryRun;

/** Why an answer can't be a file of records, if the format is one. */
const binaryFaults = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  { io, settings, format }: Invocation,
): UsageFault[] => {
  const name = format();
  if (!formats[name].isBinary) return [];
  const fault = (message: string) => [{ name: '--output', message: `${name} ${message}` }];
  // The plan of many rows is records, too.
  const isPreview = settings.dryRun && flags.from === undefined;
  const shape = definition.shape?.(flags);
  if (definition.columns === undefined || isPreview || shape === 'count' || shape === 'lines')
    return fault('does not go with this command, whose answer is no list of records');
  return io.stdout.isTTY && settings.out === undefined
    ? fault('is no text for a terminal: name a file with --out FILE')
    : [];
};

/** Faults of --output, --fields and --jq for a command, as far as they can be known before it runs. */
export const answerFaults = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  invocation: Invocation,
): UsageFault[] => [
  ...binaryFaults(definition, flags, invocation),
  ...fieldFaults(definition, flags, invocation),
];

const fieldFaults = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  invocation: Invocation,
): UsageFault[] => {
  const { fields, jq, dryRun } = invocation.settings;
  if (fields === undefined && jq === undefined) return [];
  if (definition.columns === undefined && definition.fields === undefined)
    return [
      {
        name: fields === undefined ? '--jq' : '--fields',
        message: 'does not go with this command, which shows no data',
      },
    ];
  const format = invocation.format();
  const isList = definition.shape?.(flags) === 'records' && definition.effect.does === 'reads' && !dryRun;
  if (jq !== undefined && formats[format].json === undefined && !isList)
    return [
      {
        name: '--jq',
        message: `contradicts --output ${format}: this command shows no list to select records of`,
      },
    ];
  if (fields === undefined || mayBeAsked(definition, invocation)) return [];
  const known = fieldsNow(definition, flags, invocation);
  const unknown = unknownField(fields, known);
  return unknown === undefined
    ? []
    : [{ name: '--fields', message: unknownFieldWords(unknown, known, definition.columns) }];
};

/** The fields of --fields, and what is known about them beforehand. */
export const chosenFields = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  invocation: Invocation,
): Chosen | undefined => {
  const { fields, dryRun } = invocation.settings;
  if (fields === undefined) return undefined;
  const documented = dryRun ? [] : fieldsNow(definition, flags, invocation);
  return { fields, documented: mayBeAsked(definition, invocation) ? documented : undefined };
};
