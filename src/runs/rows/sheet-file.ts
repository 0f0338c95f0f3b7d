import { cellPlace, displayed, type SheetCell } from '../../sheets/cell.ts';
import { type SheetRow, sheetRows } from '../../sheets/sheet-rows.ts';
import { openWorkbook, quotedNames, type Workbook } from '../../sheets/workbook.ts';
import { counted } from '../../words/counted.ts';
import { notRows, type RowSource } from './row-source.ts';
import { fieldsMaker, maxColumns, type OddCell, type Row } from './row-text.ts';

/** `nameOf` turns the text of a header into the name of its column, or an empty one if that is to be ignored. */
export const sheetFile = async (
  { path, called }: RowSource,
  named: string | undefined,
  nameOf: (title: string) => string,
) => {
  const book = await openWorkbook(path, called, named);
  const { name } = book.sheet;
  const ofSeveral =
    named === undefined && book.others.length > 0 ? ` (one of ${book.others.length + 1})` : '';
  const inSheet = `${called}, sheet "${name}"${ofSeveral},`;
  const head = await firstRow(book);
  if (head === undefined) throw notRows(inSheet, `it is empty${othersWords(book)}`);
  const columns = columnsOf(head, inSheet, book, nameOf);
  const headers = columns.map((_, at) => head.cells.find(({ column }) => column === at + 1)?.text ?? '');
  return {
    path,
    called: inSheet,
    format: 'xlsx' as const,
    sheet: name,
    remarks: () => remarksOf(book, named),
    columns,
    headers,
    rows: (signal?: AbortSignal) => rowsOf(book, columns, head, signal),
    form: { format: 'xlsx' as const, sheet: name, head: JSON.stringify(head.cells) },
  };
};

const firstRow = async (book: Workbook): Promise<SheetRow | undefined> => {
  for await (const [row] of sheetRows(book)) if (row) return row;
  return undefined;
};

const othersWords = ({ others }: Workbook): string =>
  others.length === 0 ? '' : `; another sheet is read with --sheet: ${quotedNames(others)}`;

/** Rows that a filter has hidden are rows of the file: nobody should think that they are left out. */
const remarksOf = (book: Workbook, named: string | undefined): string[] => {
  const { others, sheet, hiddenRows } = book;
  const several =
    named === undefined && others.length > 0
      ? [`The workbook has several sheets; "${sheet.name}" is read${othersWords(book)}.`]
      : [];
  if (hiddenRows === 0) return several;
  const are = hiddenRows === 1 ? 'is' : 'are';
  return [...several, `${counted(hiddenRows, 'row')} of the sheet ${are} hidden, and read like the others.`];
};

/** The first row that is not empty names the columns. */
const columnsOf = (
  { cells, line }: SheetRow,
  inSheet: string,
  book: Workbook,
  nameOf: (title: string) => string,
): string[] => {
  const last = cells.at(-1)?.column ?? 0;
  if (last > maxColumns)
    throw notRows(inSheet, `its header has ${last} columns, more than the limit of ${maxColumns}`);
  const columns = Array<string>(last).fill('');
  for (const cell of cells) {
    const name = nameOf(cell.text);
    // An ignored column may have a date for its name.
    if (name !== '' && cell.kind !== 'text' && cell.kind !== 'number')
      throw notRows(inSheet, `its header ${problemOf(cell, line, book)}`);
    columns[cell.column - 1] = name;
  }
  return columns;
};

async function* rowsOf(
  book: Workbook,
  columns: readonly string[],
  head: SheetRow,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  const fieldsOf = fieldsMaker(columns);
  let number = 0;
  for await (const rows of sheetRows(book, signal))
    for (const { line, cells } of rows) {
      if (line === head.line) continue;
      number += 1;
      const texts: string[] = [];
      const odd: OddCell[] = [];
      const called = (path: string) => {
        const column = columns.indexOf(path.replace(/\[.*/, '')) + 1;
        return column === 0 ? path : `${path} (${cellPlace(book.sheet.name, column, line)})`;
      };
      const row: Row = { number, line, fields: {}, raw: JSON.stringify(cells), called };
      for (const cell of cells) {
        const column = columns[cell.column - 1] ?? '';
        if (column.trim() === '') {
          if (!isBlank(cell))
            row.unnamed ??= `has something in ${place(cell, line, book)}, in a column without a name`;
        } else if (isPlain(cell)) texts[cell.column - 1] = cell.text;
        else odd.push(oddCell(column, cell, line, book));
      }
      if (cells.every(isBlank)) row.isBlank = true;
      row.fields = fieldsOf(texts);
      if (odd.length > 0) row.odd = odd;
      yield row;
    }
}

const isBlank = ({ kind, text }: SheetCell): boolean => kind === 'text' && text.trim() === '';

/** A whole number that a sheet keeps exactly. */
const short = /^-?\d{1,15}$/;

/** Whether a person reads another text in the sheet than the number. Commas between thousands are no part of it. */
const isShownOtherwise = ({ format, text }: SheetCell): boolean =>
  format !== undefined && displayed(format, Number(text))?.trim() !== text;

/** Whether a cell is text, or a whole number that is shown as it is. */
const isPlain = (cell: SheetCell): boolean =>
  cell.kind === 'text' || (cell.kind === 'number' && short.test(cell.text) && !isShownOtherwise(cell));

const oddCell = (column: string, cell: SheetCell, line: number, book: Workbook): OddCell => {
  const problem = problemOf(cell, line, book);
  // A person reads 500 % where the number is 5.
  const isNumber = cell.kind === 'number' && !cell.format?.includes('%');
  return isNumber ? { column, number: cell.text, problem } : { column, problem };
};

/** Why a cell is not text; follows the line number. */
const problemOf = (cell: SheetCell, line: number, book: Workbook): string => {
  const where = place(cell, line, book);
  switch (cell.kind) {
    case 'text':
    case 'number': {
      const { format, text } = cell;
      if (format === undefined || !isShownOtherwise(cell))
        return `has the number ${text} in ${where}, where a text belongs: format the cell as text, and type it again`;
      const shown = displayed(format, Number(text))?.trim();
      const how = shown === undefined ? `in the format ${format}` : `as ${shown}`;
      return `has the number ${text} in ${where}, which the sheet shows ${how}: make it text`;
    }
    case 'date':
      return `has a date in ${where}: format the cell as text or as a number, and type it again`;
    case 'boolean':
      return `has the truth value ${cell.text} in ${where}: make it text or a number`;
    case 'error':
      return `has the error ${cell.text} in ${where}`;
    case 'uncomputed':
      return `has a formula without a value in ${where}: open the file in a spreadsheet, and save it`;
  }
};

const place = ({ column }: SheetCell, line: number, { sheet }: Workbook): string =>
  cellPlace(sheet.name, column, line);
