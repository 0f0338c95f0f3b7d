/** A file that output should go to cannot be written there; nothing was written. */
export class UnwritableFile extends Error {
  override name = 'UnwritableFile';
  constructor(
    readonly path: string,
    /** In words that follow the path: "is a directory". */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`cannot write ${path}: ${reason}`, options);
  }
}

/** The input ended (Ctrl-D) where an answer was waited for. */
export class InputEnded extends Error {
  override name = 'InputEnded';
  constructor() {
    super('the input ended before the question was answered');
  }
}

/** A value is nested too deep to be written as JSON. */
export class NestedTooDeep extends Error {
  override name = 'NestedTooDeep';
  constructor(readonly levels: number) {
    super(`the data is nested deeper than ${levels} levels`);
  }
}

/** A field was asked for that the answer does not have. The message follows the flag that named it. */
export class UnknownField extends Error {
  override name = 'UnknownField';
}
