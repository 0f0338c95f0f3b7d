import { Failure } from '../failure/failure.ts';

export class UnreadableWorkbook extends Failure {
  constructor(
    path: string,
    /** A clause: `it is damaged`. */
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

/** The first sentence of a library's error, without the full stop. */
export const clauseOf = ({ message }: Error): string => message.split(/\.(?: |$)/, 1)[0] as string;

export const sheetTooSmall = (problem: string): Failure =>
  new Failure(problem, {
    code: 'sheet-too-small',
    exit: 'failed',
    hint: 'Use -o csv or -o ndjson, which have no such limit.',
  });
