import { resolve } from 'node:path';
import type { Column } from '../terminal/columns.ts';
import { fieldChosen, formatUnknownField, unknownField } from '../terminal/fields.ts';
import { formats } from '../terminal/formats.ts';
import type { PresentOptions } from '../terminal/present.ts';
import { type FlagTexts, flagName } from '../words/resale-line.ts';
import type { AnyCommand, Combinations, CommandAnswer, CommandEffect } from './command.ts';
import type { CommandLine } from './command-line.ts';
import type { Arguments, ArgumentValues, Flags, FlagValues, UsageFault } from './flags/values.ts';
import { globalFlags } from './global-flags.ts';
import type { Invocation } from './invocation.ts';

/** Faults of flags that do not go together, at most one for each name. */
export const combinationFaults = (
  { conflicts = [], needs = {} }: Combinations,
  typed: ReadonlySet<string>,
): UsageFault[] => {
  const faults = [
    ...conflicts.flatMap((line) => {
      const names = line.split(' ');
      const [first, ...others] = names.filter((name) => typed.has(name));
      if (names.length === 1) return first ? [fault(first, 'does not go with this command')] : [];
      return others.map((name) => fault(name, `does not go with ${spaced(`${first}`)}`));
    }),
    ...Object.entries(needs)
      .filter(([name, other]) => typed.has(name) && !typed.has(other))
      .map(([name, other]) => fault(name, `needs ${spaced(other)}`)),
  ];
  return faults.filter(({ name }, at) => faults.findIndex((other) => other.name === name) === at);
};

/** The value of a flag is part of the message, not of the name: `--on-conflict retry does not go with --expect`. */
const fault = (typed: string, message: string): UsageFault => {
  const [name = '', ...value] = typed.split('=');
  return { name, message: [...value, message].join(' ') };
};

const spaced = (name: string): string => name.replace('=', ' ');

export const presentNames = (
  flags: FlagTexts,
  named: Arguments = {},
  values: Partial<ArgumentValues<Arguments>> = {},
): Set<string> =>
  new Set([
    ...Object.entries(flags).flatMap(([name, text]) => [
      flagName(name),
      ...[text].flat().map((one) => `${flagName(name)}=${one}`),
    ]),
    ...Object.entries(named).flatMap(([name, { placeholder }]) =>
      [values[name]].flat().length === 0 || values[name] === undefined ? [] : [placeholder],
    ),
  ]);

const answerOf = ({ answer = {}, answerWith = {} }: AnyCommand, flags: FlagValues<Flags>): CommandAnswer =>
  Object.entries(answerWith).find(([name]) => flags[name])?.[1] ?? answer;

/** The columns of an answer, and the faults of --output, --fields and --jq that are known before the command runs. */
export const answerTo = (
  definition: AnyCommand,
  flags: FlagValues<Flags>,
  invocation: Invocation,
): Pick<PresentOptions, 'columns' | 'chosen'> & { faults: UsageFault[] } => {
  const { settings } = invocation;
  const answer = answerOf(definition, flags);
  const shown = answer.fieldsIn?.(invocation.format()) ?? answer.fields ?? [];
  const known = shown.map(({ field }) => field);
  // A read may select an undocumented field: the answer shows whether it exists.
  const isOpen = answer.passesThrough === true || settings.dryRun;
  const documented = isOpen ? (settings.dryRun ? [] : known) : undefined;
  const faults = choiceFaults(answer, definition.effect, invocation);
  const fields = settings.fields?.map((name) => fieldChosen(name, shown));
  const columns = shown.filter((field): field is Column => field.title !== undefined);
  const unfit = binaryFaults(answer, flags, invocation);
  if (fields === undefined) return { faults: [...unfit, ...faults], columns };
  const unknown = isOpen || faults.length > 0 ? undefined : unknownField(fields, known);
  if (unknown !== undefined) faults.push({ name: '--fields', message: formatUnknownField(unknown, known) });
  return { faults: [...unfit, ...faults], columns, chosen: { fields, documented } };
};

/** Why the answer can't be written in the requested binary format. */
const binaryFaults = (
  { shape, fields }: CommandAnswer,
  flags: FlagValues<Flags>,
  { io, settings, format }: Invocation,
): UsageFault[] => {
  const name = format();
  if (!formats[name].isBinary) return [];
  const fault = (message: string) => [{ name: '--output', message: `${name} ${message}` }];
  // The plan of many rows consists of records, too.
  const isPreview = settings.dryRun && flags.from === undefined;
  const isNoTable = shape === 'document' || shape === 'count' || shape === 'lines';
  if (fields === undefined || isPreview || isNoTable)
    return fault('does not go with this command, whose answer is not a list of records');
  return io.stdout.isTTY && settings.out === undefined
    ? fault("can't be shown at a terminal: name a file with --out FILE")
    : [];
};

/** Why --fields or --jq can't select from the answer. */
const choiceFaults = (
  answer: CommandAnswer,
  { does }: CommandEffect,
  { settings: { fields, jq, dryRun }, format }: Invocation,
): UsageFault[] => {
  const chosenBy = fields === undefined ? '--jq' : '--fields';
  if ((fields ?? jq) !== undefined && answer.fields === undefined)
    return [{ name: chosenBy, message: 'does not go with this command, which shows no data' }];
  const isList = answer.shape === 'records' && does === 'reads' && !dryRun;
  return jq === undefined || formats[format()].json !== undefined || isList
    ? []
    : [
        {
          name: '--jq',
          message: `contradicts --output ${format()}: this command shows no list to select records of`,
        },
      ];
};

interface NamedFile {
  name: string;
  path: string;
  isWritten: boolean;
}

/** Faults of output files that a command line names twice: one use would overwrite the other. */
export const sharedFileFaults = async (
  definition: AnyCommand,
  { globals, flags }: CommandLine,
  operands: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<UsageFault[]> => {
  const files = [
    ...filesIn(definition.arguments, operands, (name) => definition.arguments[name]?.placeholder ?? name),
    ...filesIn(definition.flags, flags, flagName),
    ...filesIn(globalFlags, globals, flagName),
  ];
  const pairs = files.flatMap((later, at) => files.slice(0, at).map((earlier) => [earlier, later] as const));
  const faults: UsageFault[] = [];
  for (const [one, other] of pairs) {
    const [written, second] = one.isWritten ? [one, other] : [other, one];
    if (!written.isWritten) continue;
    const { isSameFile } = await import('../files/same-file.ts');
    if (await isSameFile(resolve(cwd, written.path), resolve(cwd, second.path)))
      faults.push({ name: written.name, message: `names the same file as ${second.name}` });
  }
  return faults;
};

/** The files that some flags or arguments name; `-` is stdin or stdout. */
const filesIn = (
  known: Flags | Arguments,
  typed: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
): NamedFile[] =>
  Object.entries(known).flatMap(([name, value]) => {
    const path = typed[name];
    if (!('complete' in value) || value.complete !== 'file' || typeof path !== 'string' || path === '-')
      return [];
    return [{ name: nameOf(name), path, isWritten: value.writes === true }];
  });
