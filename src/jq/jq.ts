import { Writable } from 'node:stream';
import { ExpressionFailed, InvalidExpression } from './errors.ts';
import { JqThread } from './thread.ts';

/** How an expression is run, and where what it prints goes. */
export interface JqOptions {
  /** The file of the thread. */
  worker: string;
  expression: string;
  /** Over several lines, for people. */
  isPretty: boolean;
  /** Stops it, however long the expression would go on. */
  signal: AbortSignal;
  /** Takes the output; jq goes on once that is resolved. */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Takes a line that the expression tells by `debug` or `stderr`. */
  tell: (line: string) => void;
}

/** A jq that runs: JSON is written into it as into a pipe. */
export interface Jq {
  input: Writable;
  /** Ends the input and waits until all was printed. Throws ExpressionFailed, or what went wrong with the output. */
  finish(): Promise<void>;
  /** Stops it at once, whatever it does. */
  stop(): Promise<void>;
}

/** jq's exit codes for a usage that it does not know, and for an expression that it does not understand. */
const notUnderstood = [2, 3];

/** How many bytes of data an error can show. */
const mostShown = 4_000;

/** Starts jq in a thread of its own. Throws InvalidExpression, before any data is there. */
export const startJq = async (options: JqOptions): Promise<Jq> => {
  const complaints = sortComplaints(options.tell);
  const args = ['-r', ...(options.isPretty ? [] : ['-c']), '--', options.expression];
  const thread = new JqThread(options.worker, args, options.signal, {
    output: options.write,
    told: complaints.take,
  });
  const data: Uint8Array[] = [];
  let length = 0;

  const failure = (exitCode: number | undefined, { first, count } = complaints.end()): Error => {
    if (exitCode !== undefined && notUnderstood.includes(exitCode))
      return new InvalidExpression(first ?? 'it is not understood');
    const words = first ?? (exitCode === undefined ? 'jq broke down' : `it ended with exit code ${exitCode}`);
    const shown = length <= mostShown ? Buffer.concat(data).toString() : undefined;
    return new ExpressionFailed(count > 1 ? `${words} (the first of ${count} errors)` : words, shown);
  };

  const input = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      length += chunk.length;
      if (length <= mostShown) data.push(chunk);
      feed(thread, chunk).then(() => done(), done);
    },
  });
  // A failed write is told to whoever wrote; the stream's own event must not end the process.
  input.on('error', () => {});

  if (!(await thread.wantsData())) throw failure(await thread.ended);
  complaints.begin();
  return {
    input,
    async finish() {
      await feed(thread, null);
      const exitCode = await thread.ended;
      const complained = complaints.end();
      // jq's own exit code tells of the last record alone.
      if (exitCode !== 0 || complained.count > 0) throw failure(exitCode, complained);
    },
    stop: () => thread.stop(),
  };
};

/** What comes when jq has ended by itself, as with `halt`, is dropped, as a pipe drops what nobody reads. */
const feed = async (thread: JqThread, bytes: Uint8Array | null): Promise<void> => {
  if (await thread.wantsData()) thread.give(bytes);
  else await thread.ended;
};

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
