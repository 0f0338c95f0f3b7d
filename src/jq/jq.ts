import { Writable } from 'node:stream';
import { sortComplaints } from './complaints.ts';
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
