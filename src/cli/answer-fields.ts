import type { Flags, FlagValues, UsageFault } from '../flags/values.ts';
import { unknownField, unknownFieldWords } from '../terminal/chosen-fields.ts';
import type { Column } from '../terminal/columns.ts';
import { formats } from '../terminal/formats.ts';
import type { PresentOptions } from '../terminal/present.ts';
import type { AnyCommand, CommandAnswer } from './command.ts';
import type { CommandEffect } from './effects.ts';
import type { Invocation } from './invocation.ts';

/** What a command answers to its flags, in the format of this line. */
const answerTo = (definition: AnyCommand, flags: FlagValues<Flags>, invocation: Invocation): CommandAnswer =>
  definition.answer?.(flags, invocation.format()) ?? {};

const namesOf = ({ fields = [] }: CommandAnswer): readonly string[] => fields.map(({ field }) => field);

/** If nothing is changed, an undocumented field may be asked for: the answer shows whether it exists. */
const mayBeAsked = ({ passesThrough = false }: CommandAnswer, { settings }: Invocation): boolean =>
  passesThrough || settings.dryRun;

/** Why an answer can't be a file of records, if the format is one. */
const binaryFaults = (
  { shape, fields }: CommandAnswer,
  flags: FlagValues<Flags>,
  { io, settings, format }: Invocation,
): UsageFault[] => {
  const name = format();
  if (!formats[name].isBinary) return [];
  const fault = (message: string) => [{ name: '--output', message: `${name} ${message}` }];
  // The plan of many rows is records, too.
  const isPreview = settings.dryRun && flags.from === undefined;
  const isNoTable = shape === 'document' || shape === 'count' || shape === 'lines';
  if (fields === undefined || isPreview || isNoTable)
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
): UsageFault[] => {
  const answer = answerTo(definition, flags, invocation);
  return [...binaryFaults(answer, flags, invocation), ...fieldFaults(answer, definition.effect, invocation)];
};

const fieldFaults = (
  answer: CommandAnswer,
  { does }: CommandEffect,
  invocation: Invocation,
): UsageFault[] => {
  const { fields, jq, dryRun } = invocation.settings;
  if (fields === undefined && jq === undefined) return [];
  if (answer.fields === undefined)
    return [
      {
        name: fields === undefined ? '--jq' : '--fields',
        message: 'does not go with this command, which shows no data',
      },
    ];
  const format = invocation.format();
  const isList = answer.shape === 'records' && does === 'reads' && !dryRun;
  if (jq !== undefined && formats[format].json === undefined && !isList)
    return [
      {
        name: '--jq',
        message: `contradicts --output ${format}: this command shows no list to select records of`,
      },
    ];
  if (fields === undefined || mayBeAsked(answer, invocation)) return [];
  const known = namesOf(answer);
  const unknown = unknownField(fields, known);
  return unknown === undefined
    ? []
    : [{ name: '--fields', message: unknownFieldWords(unknown, known, answer.fields) }];
};

/** What a command shows of its answer: its columns, and the fields of --fields with what is known about them beforehand. */
export const shownOf = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  invocation: Invocation,
): Pick<PresentOptions, 'columns' | 'chosen'> => {
  const { fields, dryRun } = invocation.settings;
  const answer = answerTo(definition, flags, invocation);
  const columns = (answer.fields ?? []).filter((field): field is Column => field.title !== undefined);
  if (fields === undefined) return { columns };
  const documented = dryRun ? [] : namesOf(answer);
  return { columns, chosen: { fields, documented: mayBeAsked(answer, invocation) ? documented : undefined } };
};
