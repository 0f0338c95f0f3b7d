import { crc32 } from 'node:zlib';
import { NamedRows } from './named-rows.ts';
import type { FileReader } from './rows/reader.ts';
import type { Row } from './rows/row.ts';
import type { RowFile } from './rows/row-file.ts';

/** A fault of a row, with its line and row number. */
export interface RowFault {
  line: number;
  row: number;
  message: string;
}

/** How many faults are kept for messages; the others are only counted. */
export const faultsShown = 20;

/** The result of the first reading of a file. */
export interface Survey {
  rows: NamedRows;
  /** The first faults; `faulty` counts all invalid rows. */
  faults: RowFault[];
  faulty: number;
  /** How many rows ask for something, and how many stand there since the file was begun from a template. */
  asking: number;
  ofTemplate: number;
}

/** A checksum that shows whether a row has changed since it was checked. */
export const checksumOf = (row: Row): number => crc32(row.raw);

/** Reads and checks every row, and records the key of its listing. Nothing is sent. */
export const surveyRows = async (file: RowFile, reader: FileReader, signal: AbortSignal): Promise<Survey> => {
  const survey: Survey = {
    rows: new NamedRows(),
    faults: [],
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
      recordFaults(survey, row, read.faults);
      survey.rows.add(undefined, checksumOf(row));
    } else survey.rows.add(read.item, checksumOf(row));
  }
  return survey;
};

const recordFaults = (survey: Survey, { line, number: row }: Row, messages: readonly string[]): void => {
  survey.faulty += 1;
  for (const message of messages)
    if (survey.faults.length < faultsShown) survey.faults.push({ line, row, message });
};
