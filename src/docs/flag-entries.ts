import type { Flags, Value } from '../flags/values.ts';
import { flagName } from '../words/resale-line.ts';
import type { Entry } from './lines.ts';

/** Flags under their headings; those without one are under `usual`. */
export const flagSections = (
  flags: Flags,
  usual: string,
): (readonly [heading: string, entries: Entry[]])[] => {
  const headings = new Set(Object.values(flags).map(({ group = usual }) => group));
  return [...headings].map((heading) => [
    heading,
    Object.entries(flags)
      .filter(([, { group = usual }]) => group === heading)
      .map(([name, flag]): Entry => [flagTerm(name, flag), meaningOf(flag)]),
  ]);
};

/** `-o, --output <FORMAT>` */
export const flagTerm = (name: string, flag: Flags[string]): string =>
  `${flag.short ? `-${flag.short}, ` : ''}${flagName(name)}${'toggle' in flag ? '' : ` <${flag.placeholder}>`}`;

/** What a flag or argument is for, with the words that it takes and its default. */
export const meaningOf = ({
  description,
  choices,
  default: usual,
}: Pick<Value<unknown>, 'description' | 'choices' | 'default'>): string => {
  const words = choices ? `${description}: ${choices.join(', ')}` : description;
  return usual === undefined ? words : `${words} (default ${usual})`;
};
