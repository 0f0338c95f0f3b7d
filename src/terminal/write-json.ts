import { exactText } from '../json/exact.ts';
import type { RecordsWriter, Writer } from './columns.ts';

/** A value as JSON, exactly: a number that was read as a LosslessNumber keeps all its digits. */
export const stringify = (value: unknown, indent?: number): string => exactText(value, indent) ?? 'null';

/** One JSON array, element by element, which stays open until `end` is called. */
const jsonArray = (): RecordsWriter<string> => {
  let opened = false;
  return {
    batch: (records) => {
      const elements = records.map((record) => `\n  ${stringify(record, 2).replaceAll('\n', '\n  ')}`);
      const before = opened ? ',' : '[';
      opened = true;
      return before + elements.join(',');
    },
    end: () => (opened ? '\n]\n' : '[]\n'),
  };
};

const jsonLines = (): RecordsWriter<string> => ({
  batch: (records) => records.map((record) => `${stringify(record)}\n`).join(''),
  end: () => '',
});

export const jsonWriter: Writer<string> = {
  records: jsonArray,
  record: (record) => `${stringify(record, 2)}\n`,
};

export const ndjsonWriter: Writer<string> = { records: jsonLines };
