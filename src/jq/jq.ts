import { Writable } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import { usage } from '../failure/kinds.ts';
import { expressionFailed, sortComplaints } from './complaints.ts';
import { halvesMender, wholeCharacters } from './halves.ts';
import type { JqMessage, JqStart } from './worker.ts';

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

/** A running jq. */
export type Jq = Awaited<ReturnType<typeof startJq>>;

/** jq's exit codes for unknown usage, and for an expression that it does not understand. */
const notUnderstood = [2, 3];

/** How many bytes of data an error can show. */
const mostShown = 4_000;

/** How long jq may be busy with one piece of data after the tool was asked to stop. */
const graceMs = 500;

/** Starts jq in a separate thread. A wrong expression fails before it needs any data. */
export const startJq = async (options: JqOptions) => {
  const { signal } = options;
  const complaints = sortComplaints(options.tell);
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: answers, port2: input } = new MessageChannel();
  const args = ['-r', ...(options.isPretty ? [] : ['-c']), '--', options.expression];
  const thread = new Worker(options.worker, {
    workerData: { args, input, answered } satisfies JqStart,
    transferList: [input],
    env: {},
    stdout: true,
    stderr: true,
  });
  /** Stops it at once. */
  const stop = async (): Promise<void> => {
    answers.close();
    await thread.terminate();
  };
  const answer = (bytes: Uint8Array | null): void => {
    answers.postMessage(bytes);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  };

  /** How many pieces of data jq was given, and whether it is busy with the last one. */
  let pieces = 0;
  let isBusy = false;
  let isWanted: (wants: boolean) => void = () => {};
  const nextWish = () =>
    new Promise<boolean>((resolve) => {
      isWanted = resolve;
    });
  /** Resolves once jq wants data, or has ended without. */
  let wish = nextWish();

  let isOver = false;
  /** jq's exit code; undefined if it broke down. Rejects with the reason for which it was stopped. */
  const ended = new Promise<number | undefined>((resolve, reject) => {
    // What a stopping command still sends is processed, but nothing waits for an endless expression.
    const endSoon = () => {
      const before = pieces;
      setTimeout(() => {
        if (isOver) return;
        if (isBusy && pieces === before) reject(signal.reason);
        else endSoon();
      }, graceMs);
    };
    signal.addEventListener('abort', endSoon, { once: true });
    if (signal.aborted) endSoon();
    thread.on('error', reject);
    thread.on('exit', () => {
      signal.removeEventListener('abort', endSoon);
      resolve(undefined);
    });
    thread.on('message', (message: JqMessage) => {
      if (message.kind === 'stderr') complaints.take(message.text);
      else if (message.kind === 'ended') resolve(message.exitCode);
      else if (message.kind === 'output') options.write(message.bytes).then(() => answer(null), reject);
      else {
        isBusy = false;
        isWanted(true);
      }
    });
  });
  const over = () => {
    isOver = true;
    isWanted(false);
    return stop();
  };
  ended.then(over, over);

  /** Gives jq data, or the end. If it has ended early, as with `halt`, they are dropped, as by a pipe that nobody reads. */
  const feed = async (bytes: Uint8Array | null): Promise<void> => {
    if (!(await wish)) return void (await ended);
    wish = nextWish();
    pieces += 1;
    isBusy = true;
    answer(bytes);
  };

  const data: Uint8Array[] = [];
  let length = 0;
  const failure = (exitCode: number | undefined, { first, count } = complaints.end()): Error => {
    if (exitCode !== undefined && notUnderstood.includes(exitCode))
      return usage(
        `--jq can't be understood: ${first ?? 'it is not understood'}`,
        'Nothing was sent. Put the expression in single quotes, so that the shell leaves it as it is.',
      );
    const words = first ?? (exitCode === undefined ? 'jq broke down' : `it ended with exit code ${exitCode}`);
    const shown = length <= mostShown ? Buffer.concat(data).toString() : undefined;
    return expressionFailed(count > 1 ? `${words} (the first of ${count} errors)` : words, shown);
  };

  const mend = halvesMender();
  const written = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      // The thread would get all of the memory that a piece is a part of; and its writer may use that again.
      const chunk = new Uint8Array(mend(piece));
      length += chunk.length;
      if (length <= mostShown) data.push(chunk);
      // Nothing would be the end of the data.
      if (chunk.length === 0) done();
      else feed(chunk).then(() => done(), done);
    },
  });
  // The writer gets the error of a failed write; the stream's own event must not end the process.
  written.on('error', () => {});

  if (!(await wish)) throw failure(await ended);
  complaints.begin();
  return {
    /** JSON is written into it as into a pipe. */
    input: written,
    /** Ends the input and waits until everything was printed. Throws what went wrong with the data or the output. */
    async finish(): Promise<void> {
      const rest = new Uint8Array(mend(undefined));
      if (rest.length > 0) await feed(rest);
      await feed(null);
      const exitCode = await ended;
      const complained = complaints.end();
      // jq's own exit code is about the last record only.
      if (exitCode !== 0 || complained.count > 0) throw failure(exitCode, complained);
    },
    stop,
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
      const records = texts.map((text) => respelt(wholeCharacters(text)));
      let next = 0;
      return Buffer.concat(output)
        .toString()
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const found = records.indexOf(respelt(line), next);
          if (found < 0)
            throw usage(
              `With a table or CSV, --jq selects records of the list, in their order, and this is not the next of them: ${line.replace(/^(.{300}).+$/su, '$1…')}`,
              `Such as --jq '.[] | select(.sku == "A")'; --fields chooses what is shown of each record. With -o json, an expression may yield anything.`,
              { exit: 'failed' },
            );
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
