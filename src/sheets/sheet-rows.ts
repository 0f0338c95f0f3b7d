import { Archive } from './archive.ts';
import { columnNumber, type SheetCell, storedValue } from './cell.ts';
import { readElements } from './elements.ts';
import { maxColumn, maxIdle, maxRow, maxRowText, UnreadableWorkbook } from './unreadable-workbook.ts';
import { isTrue, type Workbook } from './workbook.ts';

/** A row that is not empty. */
export interface SheetRow {
  /** In the sheet, from 1. */
  line: number;
  cells: SheetCell[];
}

interface OpenCell {
  type: string;
  style: number;
  formula: string | undefined;
  value: string | undefined;
  /** Whether an earlier value has a text. */
  hasEarlier: boolean;
}

/** Elements of a cell that are not its value: how a text is pronounced, and what programs keep there. */
const asides: ReadonlySet<string> = new Set(['rPh', 'extLst']);

const elementsOfCell = 3;

/** Reads the rows of a sheet that are not empty, many at a time. Throws `UnreadableWorkbook`. */
export async function* sheetRows(book: Workbook, signal?: AbortSignal): AsyncGenerator<SheetRow[]> {
  const { path, called, sheet, texts, formats, awaitsComputing } = book;
  book.hiddenRows = 0;
  const wrong = (why: string) => new UnreadableWorkbook(called, `its sheet "${sheet.name}" ${why}`);
  let rows: SheetRow[] = [];
  let row: SheetRow | undefined;
  let line = 0;
  let column = 0;
  let cell: OpenCell | undefined;
  let isValue = false;
  let isFormula = false;
  let aside = 0;
  let size = 0;
  let idle = 0;
  const hold = (length: number) => {
    size += length;
    if (size > maxRowText) throw wrong(`has more text in row ${line} than any row may have`);
  };
  const archive = await Archive.open(path, called);
  try {
    const elements = readElements(archive, sheet.part, {
      open(name, { r, t, s, hidden }) {
        idle += 1;
        if (idle > maxIdle) throw wrong(`has more than ${maxIdle} elements in which nothing stands`);
        if (asides.has(name)) aside += 1;
        if (name === 'row') {
          const next = r === undefined ? line + 1 : Number(r);
          if (!(Number.isInteger(next) && next > line && next <= maxRow))
            throw wrong(`has a row ${r ?? next} after row ${line}`);
          line = next;
          column = 0;
          size = 0;
          row = { line, cells: [] };
          if (isTrue(hidden)) book.hiddenRows += 1;
        } else if (name === 'c' && row) {
          const [, letters] = r === undefined ? [] : (/^([A-Z]{1,3})(\d+)$/.exec(r) ?? []);
          const next = letters === undefined ? column + 1 : columnNumber(letters);
          const isHere = r === undefined || (letters !== undefined && r === `${letters}${line}`);
          if (!(isHere && next > column && next <= maxColumn))
            throw wrong(`has a cell ${r ?? next} in row ${line}`);
          column = next;
          cell = {
            type: t ?? 'n',
            style: Number(s ?? 0),
            formula: undefined,
            value: undefined,
            hasEarlier: false,
          };
        } else if (cell) {
          if (name === 'f') {
            cell.formula ??= '';
            // A formula of several cells is none of one.
            isFormula = t === undefined || t === 'normal' || t === 'shared';
          }
          if (name === 'v' || name === 'is') cell.hasEarlier = Boolean(cell.value);
          isValue = (name === 'v' || name === 't') && aside === 0;
          if (isValue) cell.value ??= '';
        }
      },
      text(text) {
        if (cell && isFormula) cell.formula += text;
        if (cell && (isFormula || isValue)) hold(text.length);
        if (!(cell && isValue)) return;
        if (cell.hasEarlier) throw wrong(`has a cell with several values in row ${line}`);
        cell.value += text;
      },
      close(name) {
        isValue = false;
        isFormula = false;
        if (asides.has(name)) aside -= 1;
        if (name === 'c' && cell) {
          const { type, style, formula } = cell;
          const value =
            formula !== undefined && awaitsComputing && cell.value === '0' ? undefined : cell.value;
          cell = undefined;
          if (value !== undefined) idle -= elementsOfCell;
          const shared = type === 's' ? texts.at(Number(value || Number.NaN)) : undefined;
          hold(shared?.length ?? 0);
          if (type === 's' && value !== undefined && shared === undefined)
            throw wrong('refers to a text that is missing');
          const read = storedValue(column, {
            type,
            formula,
            value: shared ?? value,
            format: formats[style],
          });
          if (read === 'no number') throw wrong(`has a number in row ${line} that is none`);
          if (read !== undefined) row?.cells.push(read);
        }
        if (name === 'row' && row) {
          idle -= 1;
          if (row.cells.length > 0) rows.push(row);
          row = undefined;
        }
      },
    });
    for await (const _ of elements) {
      signal?.throwIfAborted();
      if (rows.length === 0) continue;
      yield rows;
      rows = [];
    }
  } finally {
    archive.close();
  }
}
