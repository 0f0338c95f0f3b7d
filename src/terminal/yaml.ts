import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { Scalar, type ScalarTag, stringify } from 'yaml';
import { stringifyString } from 'yaml/util';
import type { RecordsWriter, Writer } from './columns.ts';

/** What some parser takes for a line break, white space, or no character at all. */
const misread = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/gu;

/**
 * Texts that some parser takes for something else: numbers in any notation (`0o7`, `1_000`, `12:30`, `.inf`), dates, `=`, and
 * several lines with the first one indented. The library knows the words of both versions, such as `no` and `<<`.
 */
const otherKind = /^(?:[-+]?\.?\d[\d_.,:]*(?:e[-+]?\d*)?|[-+]?0[box][\da-f_]*|\d{4}-\d.*|[-+]?\.\w+|=)$|^\s/i;

/** Whether a text must be quoted although the library would not. */
const isMisread = (text: string): boolean => text.search(misread) >= 0 || otherKind.test(text);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text that every parser reads alike: in quotes, with escapes, unless it is plain beyond doubt. */
const text: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  identify: (value) => typeof value === 'string',
  default: true,
  resolve: (value) => value,
  stringify(item, context, onComment, onChompKeep) {
    // YAML can't hold half a character, not even escaped: some parser would refuse the whole document.
    const value = (item.value as string).replace(/\p{Cs}/gu, '\ufffd');
    // A document that is one text of several lines must be indented for one version, and not for the other.
    const isLines = context.indent === '' && value.includes('\n');
    if (!isLines && !isMisread(value))
      return stringifyString({ value }, { ...context, actualString: true }, onComment, onChompKeep);
    const quoted = stringifyString({ value, type: Scalar.QUOTE_DOUBLE }, context);
    return quoted.replace(misread, escaped);
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
