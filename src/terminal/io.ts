import type { Readable, Writable } from 'node:stream';

/** A stream that a person or a program reads; `columns` is there on a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** A stream that a person or a program writes. */
export type Input = Readable & { isTTY?: boolean };

/** All that the tool knows of the process it runs in. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command line that starts this very tool again, without arguments of its own. */
  readonly self: readonly [string, ...string[]];
  /** Aborts when a signal asks the tool to stop; its reason is then an `Interrupted`. */
  readonly interruption: AbortSignal;
}

/** The tool was asked to stop by a signal. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  constructor(readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`stopped by ${signal}`);
  }
}

/** Nobody reads the stream any more, as in `resale listings list | head -1`. */
export class ClosedPipe extends Error {
  override name = 'ClosedPipe';
}

/** Writes and waits until the stream took it, so that a slow reader slows the writer. */
export const write = (stream: Output, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(data, (error) => {
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new ClosedPipe());
      else reject(error);
    });
  });

/** Whether somebody is there to answer a question: both where it is typed and where it is drawn. */
export const someoneIsThere = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The real process. A first signal asks the tool to stop; a second one ends it at once. */
export const processIo = (bin: string): Io => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitCodes[signal]);
      controller.abort(new Interrupted(signal));
    });
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return guarded(process.stdout);
    },
    get stderr() {
      return guarded(process.stderr);
    },
    env: process.env,
    cwd: process.cwd(),
    self: [process.execPath, bin],
    interruption: controller.signal,
  };
};

/** A failed write is told to whoever wrote, through its callback; the stream's own event must not end the process. */
const guarded = (stream: Output): Output => {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  return stream;
};
