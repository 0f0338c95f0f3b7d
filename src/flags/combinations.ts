import { type FlagTexts, flagName } from '../words/resale-line.ts';
import type { Arguments, ArgumentValues, UsageFault } from './values.ts';

/**
 * Which flags go together. They are named as they are typed: `--store=env` is a flag with one of its values, and `FILE` an
 * argument.
 */
export interface Combinations {
  /** Of each line, at most one may be given: `--refresh --offline`. One by itself is for other commands. */
  conflicts?: readonly string[];
  /** Flags that mean nothing without another one. */
  needs?: Readonly<Record<string, string>>;
}

/** The faults of what was typed together, at most one of each name. */
export const combinationFaults = (
  { conflicts = [], needs = {} }: Combinations,
  given: ReadonlySet<string>,
): UsageFault[] => {
  const faults = [
    ...conflicts.flatMap((line) => {
      const names = line.split(' ');
      const [first, ...others] = names.filter((name) => given.has(name));
      if (names.length === 1) return first ? [fault(first, 'does not go with this command')] : [];
      return others.map((name) => fault(name, `does not go with ${spaced(`${first}`)}`));
    }),
    ...Object.entries(needs)
      .filter(([name, other]) => given.has(name) && !given.has(other))
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

/** The names of what was typed. */
export const givenNames = (
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
