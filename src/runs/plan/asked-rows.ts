import type { FilledField, Item, Operation } from '../../changes/operation.ts';
import type { FileReader } from '../rows/file-reader.ts';
import type { RowFile } from '../rows/row-file.ts';
import { rowName } from '../rows/row-text.ts';
import type { PlanRow } from './plan-lines.ts';

/** A row before it is compared with the shop. */
export interface RowRequest {
  /** From 1; blank rows count. */
  row: number;
  line: number;
  /** The last of its lines, if it takes up several. */
  lastLine?: number | undefined;
  name?: string | undefined;
  /** Its text in the file. */
  raw?: string | undefined;
  /** The change, or its faults, or why it is none. */
  item?: Item;
  faults?: readonly string[];
  blank?: 'blank';
  filled?: FilledField | undefined;
  /** The id of its listing, if the row says it. */
  idText?: unknown;
}

/** Rows that can be read again, each time from the first. */
export type AskedRows = (signal?: AbortSignal) => AsyncIterable<RowRequest>;

export const askedByFile = (file: RowFile, reader: FileReader): AskedRows =>
  async function* (signal) {
    for await (const row of file.rows(signal)) {
      const { number, line, lastLine, raw, fields } = row;
      const read = reader.read(row);
      const own = typeof read === 'string' ? { blank: read } : read;
      yield {
        row: number,
        line,
        lastLine,
        name: rowName(row),
        raw,
        idText: fields.id,
        ...own,
      };
    }
  };

/** Rows of a plan, as they were asked for. */
export const askedByPlan = (
  rows: (signal?: AbortSignal) => AsyncIterable<PlanRow>,
  operation: Operation,
): AskedRows =>
  async function* (signal) {
    const itemOf = operation.itemsOfPlan();
    for await (const planned of rows(signal)) {
      const { row, line, name, raw, id } = planned;
      yield { row, line, name, raw, idText: id, item: itemOf(planned, row) };
    }
  };
