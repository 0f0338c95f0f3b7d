import { Failure } from '../failure/failure.ts';

/* What a workbook may hold. The first three limits are Excel's; the others, which no honest file meets, bound a hostile one. */

export const maxRow = 1_048_576;
export const maxColumn = 16_384;
/** The longest text of a cell, in UTF-16 code units. */
export const maxText = 32_767;

/** Files in the zip archive. */
export const maxParts = 10_000;
/** The size of an unpacked part, in bytes; and how many times its packed size, if it is large. */
export const maxUnpacked = 1.5 * 1024 ** 3;
export const mostTimes = 200;
export const large = 64 * 1024 ** 2;
/** Elements of a part: a quarter more than the rows of a full sheet with 12 texts each. */
export const maxElements = 48_000_000;
/** Elements of a sheet that hold nothing: empty cells, and all that is no row, cell or value. */
export const maxIdle = 8_000_000;
/** Levels of nested elements, and bytes between two of them. */
export const maxNesting = 64;
export const maxBetween = 2 * 1024 ** 2;
/** Bytes of the texts that cells share, which are all kept in memory. */
export const maxShared = 128 * 1024 ** 2;
/** All texts of a row, in UTF-16 code units. */
export const maxRowText = 1024 ** 2;
/** Sheets and number formats. */
export const maxListed = 100_000;

export class UnreadableWorkbook extends Failure {
  constructor(
    path: string,
    /** A clause: `it is damaged`. */
    problem: string,
    options?: ErrorOptions,
  ) {
    super(
      `${path} can't be read as a workbook: ${problem}`,
      { code: 'usage', exit: 'usage', hint: 'Nothing was sent.' },
      options,
    );
  }
}

/** The first sentence of a library's error, without the full stop. */
export const clauseOf = ({ message }: Error): string => message.split(/\.(?: |$)/, 1)[0] as string;

export const sheetTooSmall = (problem: string): Failure =>
  new Failure(problem, {
    code: 'too-large',
    exit: 'failed',
    hint: 'Use -o csv or -o ndjson, which have no such limit.',
  });
