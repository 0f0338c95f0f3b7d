import type { Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Clock } from '../clock.ts';
import { ClosedPipe } from './errors.ts';
import type { Pace } from './progress-line.ts';
import type { Scanner } from './prompts/scanner.ts';

/** A line at the bottom of a terminal that is redrawn in place. */
export interface BottomLine {
  /** What to write so that the text stands above it: in one write, so that nobody sees the terminal without it. */
  below(text: string): string;
}

/** A stream that a person or a program reads; only a terminal has `columns`, and at times a line at its bottom. */
export type Output = Writable & {
  isTTY?: boolean;
  columns?: number | undefined;
  rows?: number | undefined;
  /** It is a file, which has room for lines of any length. */
  isFile?: boolean;
  bottomLine?: BottomLine | undefined;
  /** Waits until what was written was read in a pager. */
  untilRead?: () => Promise<void>;
  /** Another program draws on this terminal now. */
  isCovered?: boolean;
};

/** A stream that a person or a program writes; a terminal in raw mode passes on every key as it comes. */
export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** The terminal that the process belongs to, whatever its stdin is. */
export interface OwnTerminal {
  /** Whether there is one, and what is typed there can be read. */
  isThere(): boolean;
  /** Opens it to read what is typed. */
  open(): ReadStream;
  /** How wide it is now; undefined if there is none. */
  columns(): number | undefined;
}

/** A program that runs command lines within this process for somebody: it is told and asked in place of a terminal. */
export interface Host {
  /** Whether that person agrees to a change of what is protected. No flag of the line answers that. */
  agrees(question: string): Promise<boolean>;
  /** The name of the plan that the line applies, which a question about it says. */
  readonly plan?: string | undefined;
  /** How far a long job has got; several times a second. */
  progress(now: Pace): void;
  /** A run of many rows has begun; `counts` tells the number of its rows by outcome. */
  began(run: string, counts: () => Readonly<Record<string, number>>): void;
  /** There is more than was asked for: the rest begins at this cursor. */
  rest(cursor: string): void;
}

/** Everything that the tool knows about the process it runs in. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** The command line that starts this tool again, without any arguments. */
  readonly self: readonly [string, ...string[]];
  /** The terminal that the process belongs to, for questions where stdin is something else. */
  readonly terminal?: OwnTerminal;
  /** Where items are scanned: tells their codes from what a person types. */
  readonly scanner?: Scanner;
  /** The program for which this line is run, if it was not typed. */
  readonly host?: Host | undefined;
  /** Aborts when a signal asks the tool to stop; its reason is then an `Interrupted`. */
  readonly interruption: AbortSignal;
  /** Aborts in the last moment before the tool is forced to end: listeners have no time to wait for anything. */
  readonly ending: AbortSignal;
  /** Stops the process, as Ctrl-Z does, and returns once the shell lets it go on. */
  stop?(): Promise<void>;
  /** Sets the function that reports an uncaught error. The process then ends with the exit code that it returns. */
  onCrash?(report: (error: unknown) => Promise<number>): void;
}

/** Writes what is not data, at once: an error of the stream concerns nobody. */
export const print = (stream: Output, text: string): void => {
  stream.write(stream.bottomLine?.below(text) ?? text);
};

/** Writes, and waits until the stream has taken it, so that a slow reader slows the writer down. */
export const write = (stream: Output, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const { bottomLine } = stream;
    stream.write(typeof data === 'string' && bottomLine ? bottomLine.below(data) : data, (error) => {
      // The error that broke the stream says more than a later one, which only says that it is broken.
      const failure = stream.errored ?? error;
      if (failure) reject(lossOf(failure));
      else resolve();
    });
  });

const lossOf = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'EPIPE' ? new ClosedPipe() : error;

/**
 * Whether somebody can answer a question: sees it on stderr, and types at the terminal, which is stdin or the process's own.
 * A question in a log would never be answered, so one that can't be seen is not asked, even if there is a keyboard.
 */
export const someoneIsThere = (io: Io): boolean =>
  // Accessing stdin opens it, which takes a while if it is not a terminal.
  io.stderr.isTTY === true && (io.stdin.isTTY === true || io.terminal?.isThere() === true);

/** The same process for questions: where stdin is no terminal, the process's own is read in its place. */
export const atKeyboard = (io: Io): Io => {
  const { terminal } = io;
  if (io.stdin.isTTY || terminal === undefined) return io;
  let keyboard: Input | undefined;
  return {
    ...io,
    get stdin() {
      if (keyboard && !keyboard.destroyed) return keyboard;
      const opened = guarded(terminal.open());
      // A question pauses its input in the end. Left open, it would go on to take what is typed for the shell.
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

/** The user of a stream gets its errors; the stream's own event must not end the process. */
export const guarded = <Stream extends Input | Output>(stream: Stream): Stream => {
  stream.on('error', () => {});
  return stream;
};
