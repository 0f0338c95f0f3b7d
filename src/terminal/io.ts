import { setMaxListeners } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { exitCodeOf } from '../failure/exit-codes.ts';
import { Interrupted } from '../failure/interrupted.ts';
import { ClosedPipe } from './errors.ts';
import { ignoresHangUp, type OwnTerminal, ownTerminal } from './own-terminal.ts';
import type { Pace } from './progress-line.ts';

/** A line at the bottom of a terminal that is redrawn in place. */
export interface BottomLine {
  /** What to write so that the text stands above it: in one write, so that nobody sees the terminal without it. */
  below(text: string): string;
}

/** A stream that a person or a program reads; only a terminal has `columns`, and at times a line at its bottom. */
export type Output = Writable & {
  isTTY?: boolean;
  columns?: number | undefined;
  bottomLine?: BottomLine | undefined;
};

/** A stream that a person or a program writes; a terminal in raw mode passes on every key as it comes. */
export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** A program that runs command lines within this process for somebody: it is told and asked in place of a terminal. */
export interface Host {
  /** Whether that person agrees to a change of what is protected. No flag of the line answers that. */
  agrees(question: string): Promise<boolean>;
  /** How far a long job has got; several times a second. */
  progress(now: Pace): void;
  /** A run of many rows has begun. Its counts by outcome go on counting. */
  began(run: string, counts: Readonly<Record<string, number>>): void;
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
  /** The command line that starts this tool again, without any arguments. */
  readonly self: readonly [string, ...string[]];
  /** The terminal that the process belongs to, for questions where stdin is something else. */
  readonly terminal?: OwnTerminal;
  /** Calls back before Ctrl-Z stops the process, and when a shell lets it go on, perhaps in the background. */
  onStop?(before: () => void, after: () => void): void;
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

/** How long the reader of stdout may hold up a tool that was asked to stop. */
const readersGraceMs = 1000;

/** How long a signal to oneself may take to stop the process. */
const afterStopMs = 50;

/** The real process. A first signal asks the tool to stop; a second one ends it at once. */
export const processIo = (bin: string): Io => {
  const controller = new AbortController();
  const ending = new AbortController();
  // Any number of calls, files and prompts listen to them.
  setMaxListeners(0, controller.signal, ending.signal);
  const isHeld = ignoresHangUp();
  const streams: { stdin?: Input; stdout?: Output; stderr?: Output } = {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // It comes all the same, since Node takes every signal back that was ignored when it started.
      if (signal === 'SIGHUP' && isHeld) return;
      const reason = new Interrupted(signal);
      if (controller.signal.aborted) {
        ending.abort();
        process.exit(exitCodeOf(reason.meaning.exit));
      }
      controller.abort(reason);
      // Nothing may keep waiting for input; a question has been withdrawn by then.
      setImmediate(() => streams.stdin?.destroy(reason));
      setTimeout(() => {
        if (streams.stdout?.writableLength) streams.stdout.destroy(reason);
      }, readersGraceMs).unref();
    });
  return {
    get stdin() {
      streams.stdin ??= guarded(process.stdin);
      return streams.stdin;
    },
    get stdout() {
      streams.stdout ??= guarded(process.stdout);
      return streams.stdout;
    },
    get stderr() {
      streams.stderr ??= new BestEffort(process.stderr);
      return streams.stderr;
    },
    env: environment(),
    cwd: process.cwd(),
    self: [process.execPath, bin],
    terminal: ownTerminal,
    onStop(before, after) {
      const stopping = async () => {
        before();
        // By the system now, unless no shell could let it go on.
        process.off('SIGTSTP', stopping);
        process.kill(process.pid, 'SIGTSTP');
        await setTimeoutPromise(afterStopMs);
        process.on('SIGTSTP', stopping);
        after();
      };
      process.on('SIGTSTP', stopping);
      process.on('SIGCONT', after);
    },
    interruption: controller.signal,
    ending: ending.signal,
    async stop() {
      if (process.platform === 'win32') return;
      // All of the job, as the terminal itself would. Time passes again once it goes on, or if nobody can stop it.
      process.kill(0, 'SIGTSTP');
      await setTimeoutPromise(afterStopMs);
    },
    onCrash(report) {
      // Only once: if the report itself fails, Node has to report.
      process.once('uncaughtException', async (error) => process.exit(await report(error)));
    },
  };
};

/**
 * The environment, as it is handed on to other programs. Node does not get to see NODE_TLS_REJECT_UNAUTHORIZED in this one:
 * it would warn that certificates are not checked, and they are (network/connector.ts).
 */
const environment = (): Io['env'] => {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === undefined) return process.env;
  const all = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return all;
};

/**
 * A stream for everything but the data. If it can't be written (closed, full, its terminal gone), nobody is
 * listening, and the work goes on all the same.
 */
class BestEffort extends Writable {
  constructor(private readonly stream: Output) {
    super({ decodeStrings: false });
    stream.on('error', () => {});
    stream.on('resize', () => this.emit('resize'));
  }

  get isTTY(): boolean {
    return this.stream.isTTY === true;
  }

  /** Its width, if it is a terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  /** What the stream takes at once is written at once: a tool that is forced to end has no time for what waits. */
  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    const isTaken: boolean = this.stream.write(chunk, encoding, () => {
      if (!isTaken) done();
    });
    if (isTaken) done();
  }
}

/** The user of a stream gets its errors; the stream's own event must not end the process. */
const guarded = <Stream extends Input | Output>(stream: Stream): Stream => {
  stream.on('error', () => {});
  return stream;
};
