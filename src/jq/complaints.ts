import type { Failure } from '../failure/failure.ts';
import { usage } from '../failure/kinds.ts';

/** The expression failed on the data. The message is jq's own, or describes its end. */
export const expressionFailed = (
  message: string,
  /** The input of jq as JSON, if it is short enough to be shown. */
  data: string | undefined,
): Failure =>
  usage(`--jq failed: ${message}`, hintFor(message, data), {
    exit: 'failed',
    details: data?.split('\n').filter((line) => line !== ''),
  });

const hintFor = (message: string, data: string | undefined): string => {
  if (/allocate memory/.test(message))
    return 'The command itself was carried out. With -o ndjson the expression sees one record at a time, which takes little memory.';
  return data === undefined
    ? 'What the command did is done; only its data could not be printed.'
    : 'The command itself was carried out; its data is shown with this error.';
};

/** An error quotes the expression, which may be long, so it is cut. */
const tooLong = /^(.{300}).+$/su;

/** `jq: error (at <stdin>:1): Cannot index array` → `Cannot index array` */
const withoutPlace = (line: string): string =>
  line
    .replace(/^jq: (?:error(?: \([^)]*\))*: )?/, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/ at <top-level>, line \d+:?$/, '')
    .replace(tooLong, '$1…');

/** Splits the stderr of jq: its errors are counted, the output of `debug` is forwarded. */
export const sortComplaints = (tell: (text: string) => void) => {
  let first: string | undefined;
  let pending = '';
  let isRunning = false;
  let count = 0;

  const takeLine = (line: string): void => {
    if (isRunning && !line.startsWith('jq: ')) {
      tell(line);
      return;
    }
    count += 1;
    first ??= withoutPlace(line);
  };

  return {
    /** From now on the expression runs, and may print to stderr itself. */
    begin(): void {
      isRunning = true;
    },
    take(text: string): void {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
    /** Handles a last line without a line end. Returns the first error and the number of errors. */
    end(): { first: string | undefined; count: number } {
      if (pending !== '') takeLine(pending);
      pending = '';
      return { first, count };
    },
  };
};
