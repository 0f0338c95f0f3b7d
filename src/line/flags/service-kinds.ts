import { bareDomain, storeDomainProblem } from '../../service/addresses.ts';
import { uncleanName } from '../../service/clean-name.ts';
import { exampleIdentifier, isIdentifier } from '../../service/identifier.ts';
import type { Image } from '../../service/listing-schemas.ts';
import { constantOf, imageIn, knownConstant, wordOf } from '../../service/typed-values.ts';
import { many, refuseWord, toggle } from './value-kinds.ts';
import type { Value } from './values.ts';

/** The domain of a store; a scheme before it and a slash after it are taken off. */
export const storeDomain = (description: string): Value<string> => ({
  placeholder: 'DOMAIN',
  description,
  read(text) {
    const domain = bareDomain(text);
    const problem = storeDomainProblem(domain);
    return problem === undefined ? domain : { fault: problem };
  },
});

/** Warns if the domain differs from the typed text. */
export const tellIfCorrected = (
  { warn }: { warn(text: string): void },
  typed: unknown,
  used: string | undefined,
): void => {
  if (typeof typed === 'string' && used !== undefined && used !== typed)
    warn(`Only the domain is used: ${used}, not ${typed}`);
};

/** One of the service's constants, in any case, with `-` or `_`. */
export const constant = <const T extends string>(
  placeholder: string,
  constants: readonly T[],
  description: string,
): Value<T> => ({
  placeholder,
  description,
  choices: constants.map(wordOf),
  read: (text) =>
    constants.find((known) => known === constantOf(text)) ?? refuseWord(text, constants.map(wordOf)),
});

/** Like `constant`, but keeps unknown words unchanged, since some commands may send them. */
export const constantOrOther = (
  placeholder: string,
  constants: readonly string[],
  description: string,
): Value<string> => ({
  ...constant(placeholder, constants, description),
  takesOthers: true,
  read: (text) => knownConstant(constants, text),
});

/** For commands with constants: accepts unknown ones. */
export const noCheck = toggle('Send constants that the tool does not know');

export const identifier = (placeholder: string, description: string): Value<string> => ({
  placeholder,
  description,
  read(text) {
    if (isIdentifier(text)) return text;
    const unclean = text === '' ? undefined : uncleanName(text);
    return { fault: unclean ?? `must be an id such as ${exampleIdentifier}, not '${text.slice(0, 80)}'` };
  },
});

/** Pictures, each typed as `URL notes…`. */
export const images = {
  ...many<Image>({
    placeholder: 'URL NOTES',
    description: 'Picture: its URL, a space, notes; repeatable',
    read: imageIn,
  }),
  field: 'images',
} as const;
