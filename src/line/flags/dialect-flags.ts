import type { DialectSettings } from '../../service/dialect.ts';
import { isWord } from '../../service/dialect-names.ts';
import { invalidValue, text } from './value-kinds.ts';
import type { Flags, FlagValues, Value } from './values.ts';

const word = (description: string): Value<string> => ({
  ...text('WORD', description),
  group: 'Dialect',
  read: (said) =>
    isWord(said)
      ? said
      : invalidValue(said, `must be one word of letters and digits, such as Acme, not '${said}'`),
});

/** The two words that most of a deployment's own names are made of. */
export const dialectFlags = {
  serviceName: word('The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId'),
  commerceName: word('The word for Commerce in names on the wire: Mart makes MART_SKU and martTags'),
} as const satisfies Flags;

export const dialectSaid = ({
  serviceName,
  commerceName,
}: FlagValues<typeof dialectFlags>): DialectSettings | undefined =>
  serviceName === undefined && commerceName === undefined ? undefined : { serviceName, commerceName };
