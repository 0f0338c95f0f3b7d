import { Writable } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import { usage } from '../failure/kinds.ts';
import { expressionFailed, sortComplaints } from './complaints.ts';
import { surrogateMender, wholeCharacters } from './halves.ts';
import type { JqMessage, JqStart } from './worker.ts';

export interface JqOptions {
  worker: string;
  expression: string;
  /** Whether values are indented, for people. */
  isPretty: boolean;
  /** Stops jq, even in an endless expression. */
  signal: AbortSignal;
  /** Receives output. jq continues once it resolves. */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Receives a line that the expression prints with `debug` or `stderr`. */
  tell: (line: string) => void;
}

/** A running jq. */
export type Jq = Awaited<ReturnType<typeof startJq>>;

/** jq's exit codes for wrong usage, and for an expression that it can't compile. */
const notUnderstood = [2, 3];

/** How many bytes of data an error can show. */
const mostShown = 4_000;

/** How long jq may process one piece of data after a signal. */
const graceMs = 500;

/** Starts jq in a separate thread. An invalid expression fails before any data is sent. */
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

  /** The number of pieces that jq received, and whether it is processing the last one. */
  let pieces = 0;
  let isBusy = false;
  let isWanted: (wants: boolean) => void = () => {};
  const nextWish = () =>
    new Promise<boolean>((resolve) => {
      isWanted = resolve;
    });
  /** Resolves to true once jq reads data, to false if it has ended. */
  let wish = nextWish();

  let isOver = false;
  /** jq's exit code; undefined if it crashed. Rejects with the reason of the signal that stopped it. */
  const ended = new Promise<number | undefined>((resolve, reject) => {
    // The last data of a stopping command is processed, but an endless expression is terminated.
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

  /** Passes data, or the end, to jq. If it has ended early, as with `halt`, the data is dropped. */
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

  const mend = surrogateMender();
  const written = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      // A copy: the thread would receive the whole underlying buffer, and the writer may reuse it.
      const chunk = new Uint8Array(mend(piece));
      length += chunk.length;
      if (length <= mostShown) data.push(chunk);
      // An empty piece would mean the end of the data.
      if (chunk.length === 0) done();
      else feed(chunk).then(() => done(), done);
    },
  });
  // A failed write reports its error to the writer; the stream's error event must not end the process.
  written.on('error', () => {});

  if (!(await wish)) throw failure(await ended);
  complaints.begin();
  return {
    /** A stream for JSON. */
    input: written,
    /** Ends the input and waits for all output. Throws errors of the expression or the output. */
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

/** Takes the records of a list as JSON, and returns the positions of those that an expression yields. */
export type Select = (texts: readonly string[]) => Promise<readonly number[]>;

/** Starts an expression whose input is a list as one document, and whose output must be records of it, in their order. */
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

/** JSON as JavaScript writes it, since jq may write numbers and escapes differently. Any other text is unchanged. */
const respelt = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};
