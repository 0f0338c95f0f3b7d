import type { Writer } from './columns.ts';
import type { Drawing } from './drawing.ts';

/** The properties of a format, so that no code compares names. */
interface FormatRow {
  /** For the help. */
  about: string;
  /** Drawn for a person, in words, to fit the screen. Other formats keep values unchanged. */
  isDrawn: boolean;
  /** Of file names. */
  endings: readonly string[];
  /** One document, or a value a line. Only JSON goes through --jq, and errors are JSON then, too. */
  json?: 'document' | 'lines';
  /** A record is a row of cells; nothing is nested. */
  isFlat: boolean;
  /** Cells with a comma between them. */
  isSeparated?: true;
  /** For files only, and only of records. */
  isBinary?: true;
  /** Loads its writer. Only formats for a screen call `drawing`. */
  load: (drawing: () => Promise<Drawing>) => Promise<Writer>;
  /** Loads the writer for any value. Without one, a document is printed as JSON. */
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
    load: async () => (await import('./write-json.ts')).jsonWriter,
  },
  ndjson: {
    about: 'one record per line, written as it arrives: for long lists and for pipes',
    isDrawn: false,
    endings: ['ndjson', 'jsonl'],
    json: 'lines',
    isFlat: false,
    load: async () => (await import('./write-json.ts')).ndjsonWriter,
  },
  csv: {
    about:
      'a header, then one row per record; cells that a spreadsheet would run as a formula are made harmless',
    isDrawn: false,
    endings: ['csv'],
    isFlat: true,
    isSeparated: true,
    load: async () => (await import('./write-csv.ts')).csvWriter,
  },
  yaml: {
    about: 'one document: a sequence if there are several records',
    isDrawn: false,
    endings: ['yaml', 'yml'],
    isFlat: false,
    load: async () => (await import('./write-yaml.ts')).yamlWriter,
    loadDocument: async () => (await import('./write-yaml.ts')).yaml,
  },
  xlsx: {
    about: 'a workbook for --out FILE: numbers are numbers, and texts stay as they are',
    isDrawn: false,
    endings: ['xlsx'],
    isFlat: true,
    isBinary: true,
    load: async () => (await import('./write-xlsx.ts')).xlsxWriter,
  },
} as const satisfies Record<string, FormatRow>;

export type Format = keyof typeof rows;
export const formats: Readonly<Record<Format, FormatRow>> = rows;
export const formatNames = Object.keys(rows) as readonly Format[];
/** Those that a terminal can show. */
export const textFormatNames = formatNames.filter((name) => !formats[name].isBinary);

/** `stock.csv.gz` → `csv` */
export const formatOfFile = (file: string | undefined): Format | undefined => {
  const [, ending = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(file ?? '') ?? [];
  return formatNames.find((name) => formats[name].endings.includes(ending.toLowerCase()));
};
