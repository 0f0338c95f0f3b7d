import { notFound } from '../failure/kinds.ts';
import type { Choice } from '../terminal/prompts/ask-which.ts';
import { capitalized } from '../words/counted.ts';
import type { AnyCommand } from './command.ts';
import type { CommandLine } from './command-line.ts';
import { type Many, problemIn, type UsageFault, type Value } from './flags/values.ts';
import type { Invocation } from './invocation.ts';

type Argument = Value<unknown> | Many<unknown>;

/** The missing arguments, if the line has no other fault and a person can be asked for them. */
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

const askFor = async (argument: Argument, invocation: Invocation): Promise<string> => {
  const { description, choices, complete, offer } = argument;
  const io = invocation.questionIo();
  const verb = `${invocation.line.path.split(' ').at(-1)}`;
  const known =
    complete === 'profile'
      ? wordsOf([...(await (await invocation.store()).read()).profiles.keys()])
      : ((await offer?.(invocation.io)) ?? wordsOf(choices ?? []));
  if (known.length > 0) {
    const { askWhich } = await import('../terminal/prompts/ask-which.ts');
    const message = complete === 'run' ? `${capitalized(verb)} which run?` : description;
    return askWhich(io, { message, choices: known });
  }
  // No error: there is nothing to choose from.
  if (complete === 'run') throw notFound(`there are no runs to ${verb}`, undefined, { deliberate: true });
  const { askText } = await import('../terminal/prompts/ask-text.ts');
  const message = complete === 'listing' ? `Which listing? ${description}` : description;
  return askText(io, { message, check: async (text) => problemIn(argument, text) });
};
