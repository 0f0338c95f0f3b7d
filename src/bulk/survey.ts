import { crc32 } from 'node:zlib';
import type { Item, ListingName } from '../changes/operation.ts';
import { digestOf, keyOf } from './keys.ts';
import { marks, RowTable } from './row-table.ts';
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
  table: RowTable;
  /** The first faults; `faulty` counts all invalid rows. */
  faults: RowFault[];
  faulty: number;
  /** How many rows ask for something, and how many stand there since the file was begun from a template. */
  asking: number;
  ofTemplate: number;
  /** The kinds of names by which rows name their listings. */
  names: Set<ListingName['by']>;
}

/** A checksum that shows whether a row has changed since it was checked. */
export const checksumOf = (row: Row): number => crc32(row.raw);

/** Reads and checks every row, and records the key of its listing. Nothing is sent. */
export const surveyRows = async (file: RowFile, reader: FileReader, signal: AbortSignal): Promise<Survey> => {
  const survey: Survey = {
    table: new RowTable(),
    faults: [],
    faulty: 0,
    names: new Set(),
    asking: 0,
    ofTemplate: 0,
  };
  for await (const row of file.rows(signal)) {
    const read = reader.read(row);
    if (typeof read === 'string') {
      survey.table.add(undefined, checksumOf(row));
      if (read === 'of the template') survey.ofTemplate += 1;
      continue;
    }
    survey.asking += 1;
    if ('faults' in read) {
      recordFaults(survey, row, read.faults);
      survey.table.add(undefined, checksumOf(row));
    } else {
      survey.table.add(keyOfItem(read.item), checksumOf(row));
      recordNames(row.number, read.item, survey);
    }
  }
  return survey;
};

const recordFaults = (survey: Survey, { line, number: row }: Row, messages: readonly string[]): void => {
  survey.faulty += 1;
  for (const message of messages)
    if (survey.faults.length < faultsShown) survey.faults.push({ line, row, message });
};

/** The key of a row: from the name of its listing, or from its own key if it has none. */
const keyOfItem = ({ names: [name], key = ['', ''] }: Item): Buffer =>
  name ? keyOf(name) : digestOf(...key);

/** The marks of a row that has other names, too. */
export const otherMarks = { externalIdentifier: marks.alsoExternalIdentifier, sku: marks.alsoSku } as const;

const recordNames = (row: number, { names: [name, ...others] }: Item, { table, names }: Survey): void => {
  if (name) names.add(name.by);
  if (others.length === 0) return;
  for (const { by } of others) if (by !== 'id') table.mark(row, otherMarks[by]);
  table.setOtherNames(row, checksumOfNames(others.map(({ value }) => value)));
};

/** A checksum of a row's other names, or of those of a listing. */
export const checksumOfNames = (values: readonly (string | null | undefined)[]): number =>
  crc32(JSON.stringify(values));
