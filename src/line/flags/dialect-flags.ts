import type { DialectSettings } from '../../service/dialect.ts';
import { isWord } from '../../service/dialect-names.ts';
import { splitNamed } from '../../service/typed-values.ts';
import { invalidValue, many, text } from './value-kinds.ts';
import type { Flags, FlagValues, Value } from './values.ts';

const group = 'Dialect';

const word = (description: string): Value<string> => ({
  ...text('WORD', description),
  group,
  read: (text) =>
    isWord(text)
      ? text
      : invalidValue(text, `must be one word of letters and digits, such as Acme, not '${text}'`),
});

/** The two words that most of a deployment's own names are made of. */
export const dialectFlags = {
  serviceName: word('The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId'),
  commerceName: word('The word for Commerce in names on the wire: Mart makes MART_SKU and martTags'),
} as const satisfies Flags;

/** A name that these two words do not make. */
export const singleNameFlags = {
  dialect: many<readonly [name: string, value: string]>({
    placeholder: 'NAME=VALUE',
    group,
    description: "The deployment's own name of one thing: query.pageSize=first; repeatable",
    read(text) {
      const { name, isRaw, value } = splitNamed(text) ?? {};
      // The text is not repeated: it may be a key, pasted in the wrong place.
      if (name === undefined || value === undefined || isRaw)
        return { fault: 'must be of the form NAME=VALUE, such as query.pageSize=first' };
      return [name, value];
    },
  }),
} as const satisfies Flags;

export const dialectFromFlags = ({
  serviceName,
  commerceName,
}: FlagValues<typeof dialectFlags>): DialectSettings | undefined =>
  serviceName === undefined && commerceName === undefined ? undefined : { serviceName, commerceName };
