import { crc32 } from 'node:zlib';
import { NamedRows } from './named-rows.ts';
import { RowReasons } from './row-reasons.ts';
import type { FileReader } from './rows/reader.ts';
import type { Row } from './rows/row.ts';
import type { RowFile } from './rows/row-file.ts';

export interface Survey {
  rows: NamedRows;
  faults: RowReasons;
  faulty: number;
  /** Rows that ask for something, and rows left over from a template. */
  asking: number;
  ofTemplate: number;
}

/** Shows whether a row has changed since it was checked. */
export const checksumOf = (row: Row): number => crc32(row.raw);

/** Checks every row and records the key of its listing. Nothing is sent. */
export const surveyRows = async (file: RowFile, reader: FileReader, signal: AbortSignal): Promise<Survey> => {
  const survey: Survey = {
    rows: new NamedRows(),
    faults: new RowReasons(file.format === 'json'),
    faulty: 0,
    asking: 0,
    ofTemplate: 0,
  };
  for await (const row of file.rows(signal)) {
    const read = reader.read(row);
    if (typeof read === 'string') {
      survey.rows.add(undefined, checksumOf(row));
      if (read === 'of the template') survey.ofTemplate += 1;
      continue;
    }
    survey.asking += 1;
    if ('faults' in read) {
      survey.faulty += 1;
      const { line, number } = row;
      for (const message of read.faults)
        survey.faults.add({ outcome: 'fault', error: { code: 'invalid-row', message }, line, row: number });
      survey.rows.add(undefined, checksumOf(row));
    } else survey.rows.add(read.item, checksumOf(row));
  }
  return survey;
};
