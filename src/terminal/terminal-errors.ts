import { Failure } from '../failure/failure.ts';

/** The input ended (Ctrl-D) while a question waited for its answer. */
export class InputEnded extends Failure {
  constructor(hint = 'Only what you had already confirmed was sent.') {
    super('the input ended before the question was answered', {
      code: 'usage',
      exit: 'usage',
      hint,
    });
  }
}

export const nestedTooDeep = (levels: number): Failure =>
  new Failure(`the data is nested deeper than ${levels} levels`, { code: 'bad-answer', exit: 'failed' });

/** Records have so many different fields that their CSV would be mostly empty cells. */
export const tooManyCells = (columns: number): Failure =>
  new Failure(`the records have ${columns} different fields, too many for that many rows of CSV`, {
    code: 'too-large',
    exit: 'failed',
    hint: 'Choose some with --fields, or use -o ndjson.',
  });

/** The answer lacks a chosen field. The message follows the name of a flag. */
export const fieldNotThere = (message: string): Failure =>
  new Failure(message, { code: 'usage', exit: 'usage', message: `--fields ${message}` });

export const pagerNotRun = (command: string): Failure =>
  new Failure(`PAGER can't be run: ${command}`, {
    code: 'usage',
    exit: 'missing',
    inWords: 'Nothing was shown.',
    hint: 'Set PAGER to a program such as less, or to cat for none.',
  });

/** Nobody is reading the stream any more, as in `resale listings list | head -1`. */
export class ClosedPipe extends Failure {
  constructor() {
    super('nobody reads the output any more', { code: 'closed-pipe', exit: 'done' });
  }
}
