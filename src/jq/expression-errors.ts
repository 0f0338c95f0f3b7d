import { Failure } from '../failure/failure.ts';

/** The expression is no program that jq understands; it has seen no data. The message is jq's own. */
export const invalidExpression = (message: string): Failure =>
  new Failure(message, {
    code: 'usage',
    exit: 'usage',
    message: `--jq can't be understood: ${message}`,
    hint: 'Nothing was sent. Put the expression in single quotes, so that the shell leaves it as it is.',
  });

/** The expression failed on the data. The message is jq's own, or says how it ended. */
export const expressionFailed = (
  message: string,
  /** What jq had to work on, as JSON, if it is short enough to be shown. */
  data: string | undefined,
): Failure =>
  new Failure(message, {
    code: 'usage',
    exit: 'failed',
    message: `--jq failed: ${message}`,
    details: data?.split('\n').filter((line) => line !== ''),
    hint: hintFor(message, data),
  });

/** The expression was to select records of a list, and yielded something else. */
export const notOfTheList = (line: string): Failure =>
  new Failure('the expression yields something else than records', {
    code: 'usage',
    exit: 'failed',
    message: `With a table or CSV, --jq selects records of the list, in their order, and this is not the next of them: ${line.replace(/^(.{300}).+$/su, '$1…')}`,
    hint: `Such as --jq '.[] | select(.sku == "A")'; --fields chooses what is shown of each record. With -o json, an expression may yield anything.`,
  });

const hintFor = (message: string, data: string | undefined): string => {
  if (/allocate memory/.test(message))
    return 'The command itself was carried out. With -o ndjson the expression sees one record at a time, which takes little memory.';
  return data === undefined
    ? 'What the command did is done; only its data could not be printed.'
    : 'The command itself was carried out; its data is shown with this error.';
};

/** How many errors are kept: an expression may fail on each of many records. */
const most = 20;

/** How much of an error is kept: it quotes the expression, which may be long. */
const tooLong = /^(.{300}).+$/su;

/** `jq: error (at <stdin>:1): Cannot index array` → `Cannot index array` */
const withoutPlace = (line: string): string =>
  line
    .replace(/^jq: (?:error(?: \([^)]*\))*: )?/, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/ at <top-level>, line \d+:?$/, '')
    .replace(tooLong, '$1…');

/** Sorts what jq prints on its stderr: its own complaints are kept, the output of `debug` is passed on. */
export const sortComplaints = (tell: (text: string) => void) => {
  const complaints: string[] = [];
  let pending = '';
  let isRunning = false;
  let count = 0;

  const takeLine = (line: string): void => {
    if (isRunning && !line.startsWith('jq: ')) {
      tell(line);
      return;
    }
    count += 1;
    if (complaints.length < most) complaints.push(withoutPlace(line));
  };

  return {
    /** From now on the expression runs, and may print something itself. */
    begin(): void {
      isRunning = true;
    },
    take(text: string): void {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
    /** Handles a last line without an end. Returns the first complaint, and how many there were. */
    end(): { first: string | undefined; count: number } {
      if (pending !== '') takeLine(pending);
      pending = '';
      return { first: complaints[0], count };
    },
  };
};
