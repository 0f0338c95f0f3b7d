import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { type Scalar, type ScalarTag, stringify } from 'yaml';
import type { RecordsWriter, Writer } from './writer.ts';

/** A number with more digits than JavaScript holds is written as it came. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  identify: isLosslessNumber,
  default: true,
  resolve: (text) => text,
  stringify: ({ value }: Scalar) => (value as LosslessNumber).toString(),
};

/** A value as YAML that parsers of YAML 1.1 and 1.2 read alike: a text such as `no`, `1.0` or `2026-01-01` is quoted. */
export const yaml = (value: unknown): string =>
  stringify(value, {
    compat: 'yaml-1.1',
    customTags: (tags) => [exactNumber, ...tags],
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });

/**
 * Records as one YAML sequence, item by item. A complete one ends with `...`, the mark for the end of a
 * document: without it nobody could tell a list that failed midway.
 */
const yamlSequence = (): RecordsWriter => {
  let isEmpty = true;
  return {
    batch: (records) => {
      isEmpty = false;
      return yaml(records);
    },
    end: () => (isEmpty ? '[]\n...\n' : '...\n'),
  };
};

/** Records as YAML. */
export const yamlWriter: Writer = { records: yamlSequence, record: yaml };
