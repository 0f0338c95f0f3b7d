import * as jq from '../jq/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** Expressions of --jq that can't be run, or failed on the data. */
export const jqFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof jq.InvalidExpression)
    return {
      exitCode: exitCodes.usage,
      code: 'invalid-expression',
      message: `--jq can't be understood: ${error.message}`,
      hint: 'Nothing was sent. Put the expression in single quotes, so that the shell leaves it alone.',
    };
  if (error instanceof jq.ExpressionFailed)
    return {
      exitCode: exitCodes.failed,
      code: 'expression-failed',
      message: `--jq failed: ${error.message}`,
      details: error.data?.split('\n').filter((line) => line !== ''),
      hint: hintFor(error),
    };
  return undefined;
};

const hintFor = ({ message, data }: jq.ExpressionFailed): string => {
  if (/allocate memory/.test(message))
    return 'What the command did is done. With -o ndjson the expression sees one record at a time, which takes little memory.';
  return data === undefined
    ? 'What the command did is done; only its data could not be printed.'
    : 'What the command did is done; its data is told with this error.';
};
