import { Failure } from '../failure/failure.ts';

/** A file can't be read as a workbook. */
export class UnreadableWorkbook extends Failure {
  constructor(
    path: string,
    /** What is wrong, as a clause: `it is damaged`. */
    problem: string,
    options?: ErrorOptions,
  ) {
    super(
      `${path} can't be read as a workbook: ${problem}`,
      { code: 'unreadable-input', exit: 'usage', hint: 'Nothing was sent.' },
      options,
    );
  }
}

/** What a library says of a file, as a clause: its first sentence, without the full stop. */
export const clauseOf = ({ message }: Error): string => message.split(/\.(?: |$)/, 1)[0] as string;

/** What is to be written does not fit into a sheet. */
export const sheetTooSmall = (problem: string): Failure =>
  new Failure(problem, {
    code: 'sheet-too-small',
    exit: 'failed',
    hint: 'Use -o csv or -o ndjson, which have no such limit.',
  });
