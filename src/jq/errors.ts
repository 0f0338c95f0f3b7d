/** The expression is no program that jq understands; it has seen no data. The message is jq's own. */
export class InvalidExpression extends Error {
  override name = 'InvalidExpression';
}

/** The expression failed on the data. The message is jq's own, or says how it ended. */
export class ExpressionFailed extends Error {
  override name = 'ExpressionFailed';
  constructor(
    message: string,
    /** What jq had to work on, as JSON, where it is short enough to be shown. */
    readonly data: string | undefined,
  ) {
    super(message);
  }
}
