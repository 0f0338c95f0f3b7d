import Table from 'cli-table3';

/** What separates the columns of a table. */
export const gap = '  ';

/** A line of cells: harmless texts, already cut to their columns; the last one may be longer. */
export interface CellLine {
  columns: readonly { width: number; align?: 'right' | undefined }[];
  texts: readonly string[];
}

/** A line of a table: its cells, or a text across all columns. */
export type GridLine = CellLine | string;

/** Draws lines of cells; those that share their columns are one table. Whole lines among them stay as they are. */
export const grid = (lines: readonly GridLine[]): string => {
  const drawn: string[] = [];
  let columns: CellLine['columns'] = [];
  let rows: string[][] = [];
  const draw = (): void => {
    drawn.push(...tableLines(columns, rows));
    rows = [];
  };
  for (const line of lines) {
    const isWhole = typeof line === 'string';
    if (isWhole || line.columns !== columns || (rows.length + 1) * columns.length > mostCells) draw();
    if (isWhole) drawn.push(line);
    else {
      ({ columns } = line);
      rows.push([...line.texts]);
    }
  }
  draw();
  return drawn.map((line) => `${line}\n`).join('');
};

/** cli-table3 compares each cell of a table with all cells before it. */
const mostCells = 128;

/** Neither borders nor colours: texts bring theirs. */
const plain = {
  chars: {
    top: '',
    'top-left': '',
    'top-mid': '',
    'top-right': '',
    bottom: '',
    'bottom-left': '',
    'bottom-mid': '',
    'bottom-right': '',
    left: '',
    middle: gap,
    right: '',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
};

const tableLines = (columns: CellLine['columns'], rows: string[][]): string[] => {
  // It draws no line for a row without cells.
  if (columns.length === 0) return rows.map(() => '');
  const table = new Table({
    ...plain,
    // A text in the last column may be longer, and nothing has to be aligned behind it.
    colWidths: columns.map(({ width, align }, index) => (align || index < columns.length - 1 ? width : null)),
    colAligns: columns.map(({ align }) => align ?? 'left'),
  });
  table.push(...rows);
  const lines = rows.length === 0 ? [] : table.toString().split('\n');
  return lines.map((line) => line.trimEnd());
};
