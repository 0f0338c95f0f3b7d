import type { Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure/failure.ts';
import type { Pace } from './progress-line.ts';

/** A line at the bottom of a terminal that is redrawn in place. */
export interface BottomLine {
  /** Returns the bytes that print a text above the line, to be written in one piece. */
  below(text: string): string;
  clear(): void;
}

/** A stream that a person or a program reads; only a terminal has `columns`. */
export type Output = Writable & {
  isTTY?: boolean;
  columns?: number | undefined;
  rows?: number | undefined;
  isFile?: boolean;
  /** Takes the bytes of a file, in place of any that are written. */
  copy?: (path: string) => Promise<void>;
  bottomLine?: BottomLine | undefined;
  /** Waits until the user has left the pager. */
  untilRead?: () => Promise<void>;
  /** A question or another program occupies the terminal. */
  isCovered?: boolean;
};

/** A stream that a person or a program writes. A terminal in raw mode passes on every key at once. */
export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** The terminal that the process belongs to, even if its stdin is something else. */
export interface OwnTerminal {
  /** Whether there is one from which the process can read. */
  isThere(): boolean;
  open(): ReadStream;
  /** Undefined if there is no terminal. */
  columns(): number | undefined;
}

/** A program that executes command lines in this process, and receives progress in place of a terminal. */
export interface Host {
  /** Called several times a second during a long job. */
  progress(now: Pace): void;
  /** A bulk run has begun; `counts` returns its rows by outcome. */
  began(run: string, counts: () => Readonly<Record<string, number>>): void;
  /** The list has more; the rest begins at this cursor. */
  rest(cursor: string): void;
}

/** The process that the tool runs in. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** The command line that starts this tool again, without any arguments. */
  readonly self: readonly [string, ...string[]];
  /** For questions where stdin is something else. */
  readonly terminal?: OwnTerminal;
  /** The program that executes this line, if no person typed it. */
  readonly host?: Host | undefined;
  /** Aborts on the first signal; its reason is an `Interrupted`. */
  readonly interruption: AbortSignal;
  /** Aborts right before a forced exit: listeners must be synchronous. */
  readonly ending: AbortSignal;
  /** Stops the process, as Ctrl-Z does, and returns once the shell continues it. */
  stop?(): Promise<void>;
  /** Has the process die of a signal once it has ended: its parent, such as a loop of a shell, then stops as well. */
  dieOf?(signal: NodeJS.Signals): void;
  /** Sets the function that reports an uncaught error. The process then ends with the exit code that it returns. */
  onCrash?(report: (error: unknown) => Promise<number>): void;
}

/** The variables that are set to something: an empty one always counts as unset. */
export const setVariables = (env: Io['env']): Io['env'] =>
  Object.values(env).includes('')
    ? Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
    : env;

/** The same process. Its streams stay unopened. */
export const withoutEmptyVariables = (io: Io): Io => {
  const env = setVariables(io.env);
  return env === io.env
    ? io
    : Object.defineProperties({} as Io, {
        ...Object.getOwnPropertyDescriptors(io),
        env: { value: env, enumerable: true },
      });
};

/** Writes a message, not data: errors of the stream are ignored. */
export const print = (stream: Output, text: string): void => {
  stream.write(stream.bottomLine?.below(text) ?? text);
};

/** Writes, and waits until the stream has taken it, so that a slow reader slows the writer down. */
export const write = (stream: Output, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const { bottomLine } = stream;
    // If a stream is destroyed in the middle of a write, its callback is never called.
    const giveUp = (error: Error) => reject(lossOf(error));
    stream.once('error', giveUp);
    stream.write(typeof data === 'string' && bottomLine ? bottomLine.below(data) : data, (error) => {
      stream.off('error', giveUp);
      // The first error has the cause; later ones only report a broken stream.
      const failure = stream.errored ?? error;
      if (failure) reject(lossOf(failure));
      else resolve();
    });
  });

/** Suspends the bottom line of a terminal during other work on it. */
export const covered = async <Answer>(screen: Output, work: () => Promise<Answer>): Promise<Answer> => {
  screen.bottomLine?.clear();
  screen.isCovered = true;
  try {
    return await work();
  } finally {
    screen.isCovered = false;
  }
};

/** The reader has closed the pipe, as in `resale listings list | head -1`. */
export class ClosedPipe extends Failure {
  constructor() {
    super('nobody reads the output any more', { code: 'closed-pipe', exit: 'done' });
  }
}

const lossOf = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'EPIPE' ? new ClosedPipe() : error;

/**
 * Whether a person can answer a question: stderr can show it, and stdin or the process's own terminal can be read.
 * A question that goes to a log would never be answered.
 */
export const someoneIsThere = (io: Io): boolean =>
  // Accessing stdin opens it, which takes a while if it is not a terminal.
  io.env.TERM !== 'dumb' &&
  io.stderr.isTTY === true &&
  (io.stdin.isTTY === true || io.terminal?.isThere() === true);

/** The same process for questions: where stdin is no terminal, the process's own terminal takes its place. */
export const atKeyboard = (io: Io): Io => {
  const { terminal } = io;
  if (io.stdin.isTTY || terminal === undefined) return io;
  let keyboard: Input | undefined;
  return {
    ...io,
    get stdin() {
      if (keyboard && !keyboard.destroyed) return keyboard;
      const opened = guarded(terminal.open());
      // A question pauses its input at its end. An open terminal would swallow keys meant for the shell.
      opened.on('pause', () =>
        setImmediate(() => {
          if (opened.isPaused()) opened.destroy();
        }),
      );
      keyboard = opened;
      return opened;
    },
  };
};

/** Keeps the error event of a stream from ending the process: users of the stream get its errors. */
export const guarded = <Stream extends Input | Output>(stream: Stream): Stream => {
  stream.on('error', () => {});
  return stream;
};
