import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { type Scalar, type ScalarTag, stringify } from 'yaml';
import { stringifyString } from 'yaml/util';
import type { RecordsWriter, Writer } from './columns.ts';

/** A word or an identifier, which every parser reads as text, except words such as `no`, which the library quotes. */
const plain = /^(?:\p{L}|[\da-f]{8}-)(?:[^\p{C}\p{Zl}\p{Zp}]|\n)*$/u;

/** Characters that some parsers read as line breaks or white space, or drop. */
const misread = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text that every parser reads alike: quoted as in JSON, unless it starts with a letter and has no unusual character. */
const text: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  identify: (value) => typeof value === 'string',
  default: true,
  resolve: (value) => value,
  stringify(item, context, onComment, onChompKeep) {
    const value = item.value as string;
    if (plain.test(value))
      return stringifyString({ value }, { ...context, actualString: true }, onComment, onChompKeep);
    // YAML can't hold half a character, not even escaped: some parser would refuse the whole document.
    return JSON.stringify(value.replace(/\p{Cs}/gu, '\ufffd')).replace(misread, escaped);
  },
};

/** A number with all its digits. An exponent gets a sign and the mantissa a point: else YAML 1.1 reads a text. */
const number: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => typeof value === 'number' || isLosslessNumber(value),
  default: true,
  resolve: (value) => value,
  stringify: ({ value }: Scalar) =>
    `${value as number | LosslessNumber}`.replace(
      /^(-?\d+)(\.\d+)?e([-+]?)/i,
      (_, whole, fraction = '.0', sign = '') => `${whole}${fraction}e${sign || '+'}`,
    ),
};

/** A value as YAML that parsers of YAML 1.1 and 1.2 read alike. */
export const yaml = (value: unknown): string =>
  stringify(value, {
    compat: 'yaml-1.1',
    customTags: (tags) => [number, text, ...tags],
    aliasDuplicateObjects: false,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });

/** One YAML sequence, item by item. `...`, the end of a document, shows that the list did not fail midway. */
const yamlSequence = (): RecordsWriter<string> => {
  let isEmpty = true;
  return {
    batch: (records) => {
      isEmpty = false;
      return yaml(records);
    },
    end: () => (isEmpty ? '[]\n...\n' : '...\n'),
  };
};

export const yamlWriter: Writer<string> = { records: yamlSequence, record: yaml };
