import { type Many, problemIn, type UsageFault, type Value } from '../flags/values.ts';
import { stateDirectory } from '../profiles/directories.ts';
import type { Standing } from '../runs/journal/run-state.ts';
import type { Choice } from '../terminal/prompts/select.ts';
import { capitalized } from '../words/counted.ts';
import { dayAndTime } from '../words/times.ts';
import type { AnyCommand } from './command.ts';
import type { CommandLine } from './command-line.ts';
import type { Invocation } from './invocation.ts';

type Argument = Value<unknown> | Many<unknown>;

/** The arguments that a command needs and that are missing, if nothing else is wrong. None if nobody can be asked for them. */
export const operandsToAsk = (
  { arguments: named, walkThrough }: AnyCommand,
  faults: readonly UsageFault[],
  invocation: Invocation,
): readonly Argument[] => {
  if (walkThrough || faults.length === 0 || !invocation.isInteractive()) return [];
  const missing = Object.values(named).filter(
    ({ placeholder, optional }) =>
      !optional && faults.some((fault) => fault.name === placeholder && fault.isMissing),
  );
  return missing.length === faults.length ? missing : [];
};

export const withOperands = async (
  { arguments: named }: AnyCommand,
  { operands, flags }: CommandLine,
  missing: readonly Argument[],
  invocation: Invocation,
): Promise<readonly string[]> => {
  const typed = [...operands];
  const all: string[] = [];
  for (const argument of Object.values(named)) {
    const isNamedByFlag = argument.orFlags?.some((flag) => flags[flag] !== undefined);
    if (missing.includes(argument)) all.push(await askFor(argument, invocation));
    else if (!isNamedByFlag) all.push(...typed.splice(0, 'many' in argument ? typed.length : 1));
  }
  return all;
};

const wordsOf = (words: readonly string[]): Choice<string>[] => words.map((word) => ({ value: word, word }));

const mostRuns = 20;

const newestRuns = async ({ io }: Invocation, { inState }: Argument): Promise<Choice<string>[]> => {
  const { operationNamed } = await import('../changes/operations.ts');
  const { runRecords } = await import('../runs/recorded-run.ts');
  const { shortName } = await import('../runs/directory.ts');
  const { resultWords } = await import('../runs/report.ts');
  const directory = stateDirectory(io.env);
  const runs: Choice<string>[] = [];
  for await (const record of runRecords(directory)) {
    const { run, operation, createdAt, state, counts } = record;
    const isChange = record.undoes || operationNamed(`${operation}`)?.changesInventory;
    const isUndoable = isChange && !record.undoneBy && Number(record.applied) > 0;
    if (inState !== undefined && !(inState === 'undoable' ? isUndoable : state === inState)) continue;
    const began = createdAt === undefined ? [] : [dayAndTime(`${createdAt}`, io.clock.now())];
    const result = counts === undefined ? `${state}` : resultWords(record as unknown as Standing);
    const meaning = [...began, ...(operation === undefined ? [] : [operation]), result].join(', ');
    const word = shortName(directory, `${run}`);
    runs.push({ value: word, word, meaning });
    if (runs.length === mostRuns) break;
  }
  return runs;
};

const askFor = async (argument: Argument, invocation: Invocation): Promise<string> => {
  const { description, choices, complete } = argument;
  const io = invocation.questionIo();
  const verb = `${invocation.line.path.split(' ').at(-1)}`;
  const known =
    complete === 'profile'
      ? wordsOf([...(await (await invocation.store()).read()).profiles.keys()])
      : complete === 'run'
        ? await newestRuns(invocation, argument)
        : wordsOf(choices ?? []);
  if (known.length > 0) {
    const { askWhich } = await import('../terminal/prompts/select.ts');
    const message = complete === 'run' ? `${capitalized(verb)} which run?` : description;
    return askWhich(io, { message, choices: known });
  }
  if (complete === 'run') {
    const { noRuns } = await import('./errors.ts');
    throw noRuns(`there are no runs to ${verb}`);
  }
  const { askText } = await import('../terminal/prompts/text.ts');
  return askText(io, { message: description, check: async (text) => problemIn(argument, text) });
};
