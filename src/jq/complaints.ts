/** How many errors are kept: an expression may fail on every record of many. */
const most = 20;

/** How much of an error is kept: it quotes the expression, which may be long. */
const longest = 300;

/** `jq: error (at <stdin>:1): Cannot index array` → `Cannot index array` */
const withoutPlace = (line: string): string =>
  line
    .replace(/^jq: (?:error(?: \([^)]*\))*: )?/, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/ at <top-level>, line \d+:?$/, '')
    .slice(0, longest);

/** Parts what jq prints on its stderr: its own complaints are kept, what an expression tells by `debug` is passed on. */
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
    /** From now on the expression runs, and may tell something of its own. */
    begin(): void {
      isRunning = true;
    },
    take(text: string): void {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
    /** Tells what has no line end yet. Returns the first complaint, and how many there were. */
    end(): { first: string | undefined; count: number } {
      if (pending !== '') takeLine(pending);
      pending = '';
      return { first: complaints[0], count };
    },
  };
};
