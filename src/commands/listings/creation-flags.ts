import { constantOrOther, images, storeDomain } from '../../line/flags/service-kinds.ts';
import { freeText, many, named, readInteger, text, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { Flags, FlagValues, Value } from '../../line/flags/values.ts';
import { conditions, sourceMeanings } from '../../service/constants.ts';
import {
  type CreationField,
  type creationFields,
  creationRows,
  type Holds,
} from '../../service/creation-fields.ts';
import { isFault, meaningsOfConditions, sourceIn, sourceWords } from '../../service/typed-values.ts';

/** How a field is typed, by what it holds. */
const typed = {
  text: ({ placeholder = 'TEXT', about }: CreationField) => text(placeholder, about),
  'free text': ({ placeholder = 'TEXT', about }: CreationField) => freeText(placeholder, about),
  texts: ({ placeholder = 'TEXT', about }: CreationField) => many(text(placeholder, `${about}; repeatable`)),
  condition: ({ about }: CreationField) => ({
    ...constantOrOther('CONDITION', conditions, about),
    meanings: meaningsOfConditions,
  }),
  source: ({ about }: CreationField): Value<string> => ({
    placeholder: 'SOURCE',
    description: about,
    choices: [...sourceWords.keys()],
    meanings: Object.fromEntries([...sourceWords].map(([word, known]) => [word, sourceMeanings[known]])),
    read: sourceIn,
  }),
  options: ({ about }: CreationField) => many(named('NAME=VALUE', `${about}; repeatable`)),
  // What it is in the smallest unit depends on the currency of the profile.
  label: ({ placeholder = 'AMOUNT', about }: CreationField) => text(placeholder, about),
  price: ({ placeholder = 'NUMBER', about }: CreationField) => wholeNumber(placeholder, about),
  metadata: ({ about }: CreationField) =>
    many(
      named('NAME=TEXT or NAME:=7', `${about}; integers as NAME:=7`, (text) => {
        const value = readInteger(text);
        return isFault(value) ? value : { value };
      }),
    ),
  domain: ({ about }: CreationField) => storeDomain(about),
  images: ({ about }: CreationField) => ({ ...images, description: `${about}; repeatable` }),
} satisfies Readonly<Record<Holds, (row: CreationField) => Flags[string]>>;

type Rows = typeof creationFields;

/** A flag for each field of a new listing. */
export const creationFlags = Object.fromEntries(
  creationRows.map(({ name, ...row }) => [
    name,
    { ...typed[row.holds](row), field: row.field.replace('.NAME', '') },
  ]),
) as unknown as {
  readonly [Name in keyof Rows]: ReturnType<(typeof typed)[Rows[Name]['holds']]> & { readonly field: string };
};

export type Creation = FlagValues<typeof creationFlags>;
