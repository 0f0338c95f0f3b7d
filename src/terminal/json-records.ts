import type { RecordsText } from './formats.ts';
import { stringify } from './json.ts';

/** Records as one JSON array, an element after the other. Until the end is asked for, the array stands open. */
export const jsonArray = (): RecordsText => {
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

/** Records as JSON, one in each line. */
export const jsonLines = (): RecordsText => ({
  batch: (records) => records.map((record) => `${stringify(record)}\n`).join(''),
  end: () => '',
});
