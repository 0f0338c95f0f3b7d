import { Writable } from 'node:stream';
import { expressionFailed, invalidExpression, notOfTheList } from './errors.ts';
import { JqThread } from './thread.ts';

export interface JqOptions {
  worker: string;
  expression: string;
  /** Whether values are spread over several lines, for people. */
  isPretty: boolean;
  /** Stops it, however long the expression would run. */
  signal: AbortSignal;
  /** Takes output. jq continues once it has resolved. */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Takes a line that the expression prints with `debug` or `stderr`. */
  tell: (line: string) => void;
}

/** A running jq. JSON is written into it as into a pipe. */
export interface Jq {
  input: Writable;
  /** Ends the input and waits until everything was printed. Throws what went wrong with the data or the output. */
  finish(): Promise<void>;
  /** Stops it at once, whatever it is doing. */
  stop(): Promise<void>;
}

/** jq's exit codes for unknown usage, and for an expression that it does not understand. */
const notUnderstood = [2, 3];

/** How many bytes of data an error can show. */
const mostShown = 4_000;

/** Starts jq in a separate thread. A wrong expression fails before it needs any data. */
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
      return invalidExpression(first ?? 'it is not understood');
    const words = first ?? (exitCode === undefined ? 'jq broke down' : `it ended with exit code ${exitCode}`);
    const shown = length <= mostShown ? Buffer.concat(data).toString() : undefined;
    return expressionFailed(count > 1 ? `${words} (the first of ${count} errors)` : words, shown);
  };

  const input = new Writable({
    write: (given: Buffer, _encoding, done) => {
      // The thread would get all of the memory that a piece is a part of; and whoever wrote it may use that again.
      const chunk = new Uint8Array(given);
      length += chunk.length;
      if (length <= mostShown) data.push(chunk);
      feed(thread, chunk).then(() => done(), done);
    },
  });
  // The writer gets the error of a failed write; the stream's own event must not end the process.
  input.on('error', () => {});

  if (!(await thread.wantsData())) throw failure(await thread.ended);
  complaints.begin();
  return {
    input,
    async finish() {
      await feed(thread, null);
      const exitCode = await thread.ended;
      const complained = complaints.end();
      // jq's own exit code is about the last record only.
      if (exitCode !== 0 || complained.count > 0) throw failure(exitCode, complained);
    },
    stop: () => thread.stop(),
  };
};

/** If jq has ended early, as with `halt`, further data is dropped, as by a pipe that nobody reads. */
const feed = async (thread: JqThread, bytes: Uint8Array | null): Promise<void> => {
  if (await thread.wantsData()) thread.give(bytes);
  else await thread.ended;
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
const sortComplaints = (tell: (text: string) => void) => {
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

/** Given the records of a list as JSON, returns the positions of those that an expression yields. */
export type Select = (texts: readonly string[]) => Promise<readonly number[]>;

/** Starts an expression that sees a list as one document, and has to yield records of it, in their order. */
export const startSelection = async (
  options: Omit<JqOptions, 'isPretty' | 'write'>,
): Promise<{ select: Select; stop: () => Promise<void> }> => {
  const output: Uint8Array[] = [];
  const jq = await startJq({
    ...options,
    isPretty: false,
    write: async (bytes) => void output.push(bytes),
  });
  return {
    async select(texts) {
      await new Promise<void>((resolve, reject) =>
        jq.input.write(`[${texts.join(',')}]`, (error) => (error ? reject(error) : resolve())),
      );
      await jq.finish();
      const records = texts.map(respelt);
      let next = 0;
      return Buffer.concat(output)
        .toString()
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const found = records.indexOf(respelt(line), next);
          if (found < 0) throw notOfTheList(line);
          next = found + 1;
          return found;
        });
    },
    stop: jq.stop,
  };
};

/** JSON as JavaScript writes it: jq may spell numbers and escapes in another way. What is no JSON stays as it is. */
const respelt = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};
