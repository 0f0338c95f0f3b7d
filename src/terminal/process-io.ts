import { setMaxListeners } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { env, getBuiltinModule, platform, ppid } from 'node:process';
import { Writable } from 'node:stream';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { exitCodeOf } from '../failure/codes.ts';
import { Interrupted, stopSignals } from '../failure/failure.ts';
import { UnusableFile } from '../files/file-error.ts';
import { isolated } from './direction.ts';
import { guarded, type Input, type Io, type Output, type OwnTerminal } from './io.ts';

const [device, screen] =
  platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty'];

const ownTerminal: OwnTerminal = {
  isThere() {
    try {
      closeSync(openSync(device, 'r+'));
    } catch {
      // Whatever the reason, no question can be asked there.
      return false;
    }
    return !isInBackground();
  },
  open() {
    // Loaded on demand: it brings along Node's sockets.
    const { ReadStream } = getBuiltinModule('node:tty');
    return new ReadStream(openSync(device, 'r+'));
  },
  columns() {
    try {
      const descriptor = openSync(screen, 'r+');
      // Loaded only where there is a terminal.
      const { WriteStream } = getBuiltinModule('node:tty');
      const shown = new WriteStream(descriptor);
      const { columns } = shown;
      shown.destroy();
      return columns;
    } catch {
      return undefined;
    }
  },
};

/**
 * Whether the process should outlive its terminal: nohup, or a program that ignores hang-ups, started it. Node has already reset
 * the inherited signals, so this checks the shell's variable for the started program, and on Linux the parent's signals.
 */
const ignoresHangUp = (): boolean => {
  if (basename(env._ ?? '') === 'nohup') return true;
  if (platform !== 'linux') return false;
  try {
    const [, ignored = '0'] =
      /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'latin1')) ?? [];
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    // The parent has ended, or is another user's.
    return false;
  }
};

/**
 * Whether the process is a background job, which the system stops when it reads from the terminal. Known only on Linux: the
 * fifth and eighth fields are its process group and the foreground group.
 */
const isInBackground = (): boolean => {
  if (platform !== 'linux') return false;
  const status = readFileSync('/proc/self/stat', 'latin1');
  const [, , group, , , foreground] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return Number(foreground) > 0 && group !== foreground;
};

/** After a signal, the tool waits this long for a reader of stdout that makes no progress. */
const readersGraceMs = 1000;

/** The time that the system needs to stop the process by its own signal. */
const afterStopMs = 50;

const isFile = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // The parent has closed it.
    return false;
  }
};

/** Makes a stream blocking again, as Node does on a normal exit: other processes may share the pipe. */
const release = (stream: Input | Output | undefined): void => {
  const { _handle } = (stream ?? {}) as { _handle?: { setBlocking?(isBlocking: boolean): void } | null };
  _handle?.setBlocking?.(true);
};

/** Dies of a signal that was handled. Where that fails, as for process 1 of a container, the exit code is equivalent. */
const die = (signal: NodeJS.Signals, { stdin, stdout }: { stdin?: Input; stdout?: Output }): void => {
  stdin?.setRawMode?.(false);
  for (const stream of [stdin, stdout, process.stderr]) release(stream);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
};

/** The real process. A first signal asks the tool to stop; a second one ends it at once. */
export const processIo = (bin: string): Io & { end(exitCode: number): void } => {
  const controller = new AbortController();
  const ending = new AbortController();
  // Any number of calls, files and prompts listen to them.
  setMaxListeners(0, controller.signal, ending.signal);
  const isHeld = ignoresHangUp();
  const streams: { stdin?: Input; stdout?: Output; stderr?: Output } = {};
  let isHeldUp = false;
  let deadly: NodeJS.Signals | undefined;
  const leave = (): void => {
    if (deadly) {
      // A signal would not call the exit listeners, which release locks and end programs.
      process.emit('exit', Number(process.exitCode));
      die(deadly, streams);
    }
    process.exit();
  };
  for (const signal of stopSignals)
    process.on(signal, () => {
      // Node has reset the signals that were ignored.
      if (signal === 'SIGHUP' && isHeld) return;
      const reason = new Interrupted(signal);
      if (controller.signal.aborted) {
        ending.abort();
        deadly = signal;
        process.exitCode = exitCodeOf(reason.meaning.exit);
        leave();
      }
      controller.abort(reason);
      // No reader may keep waiting for input; prompts have ended by then.
      setImmediate(() => {
        release(streams.stdin);
        streams.stdin?.destroy(reason);
      });
      let before = streams.stdout?.writableLength;
      setInterval(() => {
        const left = streams.stdout?.writableLength;
        isHeldUp ||= left !== undefined && left > 0 && left === before;
        if (isHeldUp) streams.stdout?.destroy(reason);
        before = left;
      }, readersGraceMs).unref();
    });
  return {
    get stdin() {
      streams.stdin ??= guarded(process.stdin);
      return streams.stdin;
    },
    get stdout() {
      streams.stdout ??= Object.assign(guarded(process.stdout), { isFile: isFile(1) });
      return streams.stdout;
    },
    get stderr() {
      streams.stderr ??= new BestEffort(process.stderr);
      return streams.stderr;
    },
    env: environment(),
    // If the folder was removed, only commands that need it fail.
    get cwd() {
      try {
        return process.cwd();
      } catch (error) {
        throw new UnusableFile('the working folder', 'is gone', 'Change to another one', { cause: error });
      }
    },
    clock: systemClock,
    self: [process.execPath, bin],
    terminal: ownTerminal,
    interruption: controller.signal,
    ending: ending.signal,
    dieOf(signal) {
      deadly = signal;
    },
    end(exitCode) {
      process.exitCode = exitCode;
      // Unread output would keep Node alive.
      if (isHeldUp) leave();
      else if (deadly) process.once('beforeExit', leave);
    },
    async stop() {
      if (process.platform === 'win32') return;
      // Stops the whole job, as the terminal would. The timer fires once the job continues, or if it can't be stopped.
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
 * The environment, as other programs get it. NODE_TLS_REJECT_UNAUTHORIZED is removed from Node's own: it would warn that
 * certificates are not checked, and they are (http/connection/tls.ts).
 */
const environment = (): Io['env'] => {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === undefined) return process.env;
  const all = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return all;
};

/** A stream for messages. If a write fails (closed, full, no terminal), the work continues. */
class BestEffort extends Writable {
  constructor(private readonly stream: Output) {
    super({ decodeStrings: false });
    stream.on('error', () => {});
    stream.on('resize', () => this.emit('resize'));
  }

  get isTTY(): boolean {
    return this.stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.stream.columns;
  }

  /** Writes immediately if the stream accepts it: a forced exit leaves no time to wait. */
  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    const shown = this.isTTY ? isolated(`${chunk}`) : chunk;
    const isTaken: boolean = this.stream.write(shown, encoding, () => {
      if (!isTaken) done();
    });
    if (isTaken) done();
  }
}
