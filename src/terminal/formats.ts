import type { Writer } from './columns.ts';
import type { Drawing } from './drawing.ts';

/** What the tool knows about a format. Code that treats formats differently asks for one of these, never for a name. */
interface FormatRow {
  /** What it is, for the help. */
  about: string;
  /** Drawn for a person: what fits the screen, in words. Otherwise it is for programs, which get everything as it is. */
  isDrawn: boolean;
  /** How the names of such files end. */
  endings: readonly string[];
  /** Only JSON goes through --jq, and errors are JSON as well then. It is one document, or a value a line. */
  json?: 'document' | 'lines';
  /** A record is a row of cells: nothing is nested, and all have the same columns. */
  isFlat: boolean;
  /** Cells with a comma between them. */
  isSeparated?: true;
  /** Bytes for a file, which no screen shows. There is no such file of anything but records. */
  isBinary?: true;
  /** Loads its writer. `drawing` is called only by formats that are drawn on a screen. */
  load: (drawing: () => Promise<Drawing>) => Promise<Writer>;
  /** Loads the writer for a value of any form. If missing, a document is printed as the JSON that it is. */
  loadDocument?: () => Promise<(value: unknown) => string>;
}

const rows = {
  table: {
    about: 'fits the width of the terminal; what does not fit is shortened and ends in …',
    isDrawn: true,
    endings: [],
    isFlat: false,
    load: async (drawing) => (await import('./table.ts')).tableWriter(await drawing()),
  },
  json: {
    about: 'one valid document: a list is one array, whatever the number of pages',
    isDrawn: false,
    endings: ['json'],
    json: 'document',
    isFlat: false,
    load: async () => (await import('./json.ts')).jsonWriter,
  },
  ndjson: {
    about: 'one record per line, written as it arrives: for long lists and for pipes',
    isDrawn: false,
    endings: ['ndjson', 'jsonl'],
    json: 'lines',
    isFlat: false,
    load: async () => (await import('./json.ts')).ndjsonWriter,
  },
  csv: {
    about:
      'a header, then one row per record; cells that a spreadsheet would run as a formula are made harmless',
    isDrawn: false,
    endings: ['csv'],
    isFlat: true,
    isSeparated: true,
    load: async () => (await import('./csv.ts')).csvWriter,
  },
  yaml: {
    about: 'one document: a sequence if there are several records',
    isDrawn: false,
    endings: ['yaml', 'yml'],
    isFlat: false,
    load: async () => (await import('./yaml.ts')).yamlWriter,
    loadDocument: async () => (await import('./yaml.ts')).yaml,
  },
  xlsx: {
    about: 'a workbook for --out FILE: numbers are numbers, and texts stay as they are',
    isDrawn: false,
    endings: ['xlsx'],
    isFlat: true,
    isBinary: true,
    load: async () => (await import('./xlsx.ts')).xlsxWriter,
  },
} as const satisfies Record<string, FormatRow>;

/** The formats that results can be shown in. */
export type Format = keyof typeof rows;
export const formats: Readonly<Record<Format, FormatRow>> = rows;
export const formatNames = Object.keys(rows) as readonly Format[];
/** Those that a terminal can show. */
export const textFormatNames = formatNames.filter((name) => !formats[name].isBinary);

/** `stock.csv.gz` → `csv`; undefined where the name of a file says nothing. */
export const formatOfFile = (file: string | undefined): Format | undefined => {
  const [, ending = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(file ?? '') ?? [];
  return formatNames.find((name) => formats[name].endings.includes(ending.toLowerCase()));
};
