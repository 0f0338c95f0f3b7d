import type { Toggle, Value } from '../flags/values.ts';
import type { AnyCommand } from './command.ts';

/** The forms of a command line, a line each: `resale listings get [ID...] [flags]`. */
export const usageOf = (path: string, definition: AnyCommand): string[] => {
  const named = Object.values(definition.arguments).map((argument) => {
    const name = `${argument.placeholder}${'many' in argument ? '...' : ''}`;
    return argument.optional && !definition.takesRows ? `[${name}]` : name;
  });
  const command = definition.takesCommand ? ['-- COMMAND [ARGUMENTS...]'] : [];
  return [
    [path, ...named, '[flags]', ...command].join(' '),
    ...(definition.takesRows ? [`${path} --from FILE [flags]`] : []),
  ];
};

/** What a flag or argument is for, with the words that it takes and what holds without it. */
export const meaningOf = (value: Value<unknown> | Toggle): string => {
  if ('toggle' in value) return value.description;
  const { description, choices, default: usual } = value;
  const words = choices ? `${description}: ${choices.join(', ')}` : description;
  return usual === undefined ? words : `${words} (default ${usual})`;
};
