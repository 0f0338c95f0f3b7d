import { Failure } from '../../failure/failure.ts';
import type { HeadFault } from './heads.ts';

const unreadable = { code: 'unreadable-input', exit: 'usage', hint: 'Nothing was sent.' } as const;

/** The file of rows can't be opened or read. */
export class UnreadableInput extends Failure {
  constructor(
    readonly path: string,
    /** Why, as a clause: `it is a directory`. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path} can't be read: ${reason}`, unreadable, options);
  }
}

/** The file holds nothing at all, not even the head of a table. */
export class EmptyInput extends Failure {
  constructor(readonly path: string) {
    super(`${path} is empty`, unreadable);
  }
}

/** The file is none of CSV, NDJSON and a JSON array, or the head of its table can't be read. */
export class NotRows extends Failure {
  constructor(
    readonly path: string,
    /** What is wrong, as a clause: `it is an HTML or XML page`. */
    readonly problem: string,
  ) {
    super(`${path} is not a file of rows: ${problem}`, unreadable);
  }
}

/** The file is text in another encoding than UTF-8, or no text. */
export class WrongEncoding extends Failure {
  constructor(
    readonly path: string,
    /** Where it is known, the encoding; otherwise the first byte that fits no UTF-8, counted from 1. */
    readonly found: { encoding: string } | { byte: number },
  ) {
    super(
      'encoding' in found
        ? `${path} is written in ${found.encoding}, not in UTF-8`
        : `${path} is not written in UTF-8: byte ${found.byte} fits no character (it may be Latin-1 or Windows-1252)`,
      { code: 'wrong-encoding', exit: 'usage', hint: 'Nothing was sent. Save the file as UTF-8.' },
    );
  }
}

/** The head of a CSV file has columns that are not known, or not rightly written. */
export class WrongColumns extends Failure {
  constructor(
    readonly path: string,
    readonly faults: readonly HeadFault[],
    /** The columns that it may have. */
    readonly known: readonly string[],
  ) {
    const words = faults.map(
      ({ column, name, message }) => `column ${column} ${name ? `(${name}) ` : ''}${message}`,
    );
    super(`the head of ${path} is wrong: ${words.join('; ')}`, {
      code: 'wrong-columns',
      exit: 'usage',
      hint: `Nothing was sent. Known columns: ${known.join(', ')}. --ignore-extra treats other columns as remarks.`,
    });
  }
}

/** Rows can't be put into a file: the spooled input, or the rows that failed. */
export class UnwritableRows extends Failure {
  constructor(
    readonly path: string,
    /** Why, as a clause: `no room is left on the disk`. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path} can't be written: ${reason}`, { code: 'unwritable-file', exit: 'failed' }, options);
  }
}
