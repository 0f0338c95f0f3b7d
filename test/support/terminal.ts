import { closeSync, constants, openSync, write } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { spawn } from '@lydell/node-pty';
import { Terminal as Emulator } from '@xterm/headless';
import { onTestFailed, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { run } from '../../src/run.ts';
import type { Io } from '../../src/terminal/io.ts';
import { bin, type Machine, machine } from './built.ts';
import { MemoryOutput } from './output.ts';
import { words } from './resale.ts';

/** A person's terminal, in which the tool runs. */
export interface Terminal {
  /** Its contents with scrolled lines, without trailing blanks, wrapped lines in one piece. */
  text(): string;
  /** The same row by row: a wrapped line is in parts. */
  rows(): string[];
  /** Waits until a question is drawn and unanswered that ends with the text, or matches the pattern. */
  asks(question: string | RegExp): Promise<void>;
  /** Waits until the screen ends with the text. */
  ends(text: string): Promise<void>;
  shows(text: string | RegExp): Promise<void>;
  /** Types what keys send: Enter is \r, Ctrl-C \u0003. */
  type(keys: string): void;
  /** Waits for a question, types, and presses Enter. */
  answer(question: string | RegExp, typed: string): Promise<void>;
  resize(columns: number): void;
  hangUp(): void;
  kill(signal: Interrupted['signal']): void;
  /** All that the tool has written, with escape sequences. */
  raw(): string;
  cursorIsShown(): boolean;
  /** The exit code, and the signal that killed it. */
  ended: Promise<{ exitCode: number; signal: number }>;
}

/** What the types of node-pty leave out: the stream that reads, and the path of the tool's side. */
interface Insides {
  _socket: ReadStream;
  ptsName: string;
}

/** How a terminal is opened: on which machine, and how wide. */
interface Opening {
  env?: Record<string, string>;
  on?: Machine;
  columns?: number;
}

export const enter = '\r';
export const ctrlC = '\u0003';
export const ctrlD = '\u0004';
export const down = '\u001b[B';
export const up = '\u001b[A';

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a cursor is moved
const endOfDrawing = /\u001b\[\d+G$/;

/** A test gives up after so long a silence of the tool: ten seconds, and as much more as others keep the processors busy. */
const longestSilenceMs = () => 10_000 * (1 + (loadavg()[0] ?? 0) / availableParallelism());

/** A sequence that draws nothing; follows all that the tool wrote. */
const mark = '\u001b]the end\u0007';

/** Opens a terminal of the system, and types a line behind `resale`, which is the built tool, in it. */
export const inTerminal = (line: string | readonly string[], how: Opening = {}): Terminal =>
  open(process.execPath, [bin, ...wordsOf(line)], how);

/** Opens a terminal of the system, and runs a script of bash in it, in which `resale` is the built tool. */
export const scriptInTerminal = (script: string, how: Opening = {}): Terminal =>
  open('bash', ['-c', script], how);

const wordsOf = (line: string | readonly string[]) => (typeof line === 'string' ? words(line) : line);

/**
 * The same in memory, where the tool runs in this process: it draws on an equal screen, and is typed to key by key. Nothing is
 * echoed, and there is no shell, nor a job to control.
 */
export const inMemoryTerminal = (
  line: string | readonly string[],
  { env, on, columns = 80, self = [process.execPath, bin] }: Opening & { self?: Io['self'] } = {},
): Terminal => {
  const window = openWindow(columns, true);
  const output = () => new MemoryOutput({ isTTY: true, columns, onWrite: window.draw });
  const [stdout, stderr] = [output(), output()];
  let isRaw = false;
  const setRawMode = (toRaw: boolean) => {
    isRaw = toRaw;
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  stdin.on('error', () => {});
  const controller = new AbortController();
  const interrupt = (signal: Interrupted['signal']) => {
    const reason = new Interrupted(signal);
    controller.abort(reason);
    // As the process does: nothing may keep waiting for input.
    setImmediate(() => stdin.destroy(reason));
  };
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env: { HOME: '/sys/nonexistent', TERM: 'xterm-256color', ...on?.env, ...env },
    cwd: on?.home ?? process.cwd(),
    // People and scanners are told apart by real time, and so is what was typed ahead.
    clock: systemClock,
    self,
    interruption: controller.signal,
    ending: new AbortController().signal,
  };
  const ended = run([...wordsOf(line)], io).then(async (exitCode) => {
    await window.end();
    return { exitCode, signal: 0 };
  });
  onTestFinished(async () => {
    if (!controller.signal.aborted) interrupt('SIGTERM');
    await ended;
  });
  return {
    ...window.seen((keys) => {
      // The system takes it for a signal where no program wants to have it.
      if (keys === ctrlC && !isRaw) interrupt('SIGINT');
      else stdin.write(keys);
    }),
    ended,
    resize(width) {
      window.resize(width);
      for (const stream of [stdout, stderr]) Object.assign(stream, { columns: width }).emit('resize');
    },
    hangUp() {
      for (const stream of [stdout, stderr]) stream.destroy();
      stdin.destroy();
      interrupt('SIGHUP');
    },
    kill: interrupt,
  };
};

const rowsOfWindow = 50;

const open = (file: string, args: string[], { env, on = machine(), columns = 80 }: Opening): Terminal => {
  const window = openWindow(columns, false);
  const pty = spawn(file, args, {
    cols: columns,
    rows: rowsOfWindow,
    // What becomes of TERM there.
    name: env?.TERM ?? 'xterm-256color',
    cwd: on.home,
    env: { ...on.env, ...env },
  });
  // Node takes the end of the program for the end of what it wrote where both come at once, and the last lines are lost on a
  // busy machine. So the tool's side stays open here until they were read: until a mark behind them comes.
  const { _socket: socket, ptsName } = pty as unknown as Insides;
  const toolsSide = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  const destroy = socket.destroy.bind(socket);
  const close = () => {
    closeSync(toolsSide);
    destroy();
  };
  // node-pty stops reading in this way some time after the end of the program.
  socket.destroy = (error) => {
    if (error) destroy(error);
    else write(toolsSide, mark, (unwritten) => unwritten && destroy(unwritten));
    return socket;
  };
  let hasEnded = false;
  pty.onData((data) => {
    if (window.draw(data) === 'the end') close();
  });
  const ended = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    pty.onExit(async ({ exitCode, signal = 0 }) => {
      hasEnded = true;
      await window.end();
      resolve({ exitCode, signal });
    });
  });
  onTestFinished(async () => {
    if (hasEnded) return;
    pty.kill('SIGKILL');
    await ended;
  });
  return {
    ...window.seen((keys) => pty.write(keys)),
    ended,
    resize(width) {
      window.resize(width);
      pty.resize(width, rowsOfWindow);
    },
    hangUp: close,
    kill: (signal) => process.kill(pty.pid, signal),
  };
};

/** A window, and what a person sees in it. */
const openWindow = (columns: number, convertEol: boolean) => {
  const emulator = new Emulator({
    cols: columns,
    rows: rowsOfWindow,
    scrollback: 1000,
    allowProposedApi: true,
    convertEol,
  });
  onTestFinished(() => emulator.dispose());
  let raw = '';
  /** The tool has ended, and all that it wrote is on the screen. */
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  /** Draws what the tool wrote, up to the mark behind it. */
  const draw = (data: string): 'the end' | undefined => {
    raw += data;
    // A line that is drawn anew in its place was there before, though both may come at once from a busy machine.
    for (const drawn of data.split(/(?=\r(?!\n))/)) emulator.write(drawn, wake);
    const over = raw.indexOf(mark);
    if (over < 0) return;
    raw = raw.slice(0, over);
    return 'the end';
  };
  /** Resolves once all that the tool wrote is on the screen. */
  const end = () =>
    new Promise<void>((resolve) => {
      emulator.write('', () => {
        isOver = true;
        wake();
        resolve();
      });
    });
  const lines = (): string[] => {
    const { buffer } = emulator;
    const rows: string[] = [];
    for (let row = 0; row < buffer.active.length; row += 1) {
      const line = buffer.active.getLine(row);
      const text = line?.translateToString(!buffer.active.getLine(row + 1)?.isWrapped) ?? '';
      if (line?.isWrapped) rows.push(`${rows.pop() ?? ''}${text}`);
      else rows.push(text);
    }
    return rows;
  };
  const rows = (): string[] => {
    const { active } = emulator.buffer;
    const all = Array.from({ length: active.length }, (_, row) =>
      active.getLine(row)?.translateToString(true),
    );
    return all.slice(0, all.findLastIndex((row) => row) + 1).map((row) => row ?? '');
  };
  const text = () => lines().join('\n').trimEnd();
  // The last that is drawn of a question is its cursor. What has come so far may end anywhere before.
  const isDrawn = () => endOfDrawing.test(raw);
  const until = (isThere: () => boolean, wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      let silence: NodeJS.Timeout | undefined;
      const end = (how: () => void) => {
        clearTimeout(silence);
        waiting.delete(look);
        how();
      };
      const giveUp = (how: string) =>
        end(() => reject(new Error(`It ${how} without ${wanted} on the screen:\n${text()}`)));
      const look = () => {
        clearTimeout(silence);
        if (isThere()) end(resolve);
        else if (isOver) giveUp('ended');
        else silence = setTimeout(giveUp, longestSilenceMs(), 'fell silent');
      };
      waiting.add(look);
      look();
    });
  // A test that waits in vain says for what; this says what stood there instead.
  onTestFailed(() => {
    process.stderr.write(`The terminal showed:\n${text()}\n`);
  });
  const asks = (question: string | RegExp) =>
    until(() => {
      const last = lines().findLast((line) => /^[?✔] /.test(line));
      const [, asked] = /^\? (.*?) *$/.exec(last ?? '') ?? [];
      if (asked === undefined || !isDrawn()) return false;
      return typeof question === 'string' ? asked.endsWith(question) : question.test(asked);
    }, `the question ${question}`);
  /** What a person sees and types, as the keys are handed over. */
  const seen = (type: (keys: string) => void) => ({
    text,
    rows,
    raw: () => raw,
    asks,
    ends: (wanted: string) => until(() => text().endsWith(wanted), `the end "${wanted}"`),
    shows: (wanted: string | RegExp) =>
      until(() => (typeof wanted === 'string' ? text().includes(wanted) : wanted.test(text())), `${wanted}`),
    type,
    async answer(question: string | RegExp, typed: string) {
      await asks(question);
      const before = raw.length;
      type(`${typed}${enter}`);
      // The next question may read the same: it is another one once something was drawn.
      await until(() => raw.length > before, 'anything drawn');
    },
    cursorIsShown: () => raw.lastIndexOf('\u001b[?25h') >= raw.lastIndexOf('\u001b[?25l'),
  });
  const resize = (width: number) => emulator.resize(width, rowsOfWindow);
  return { draw, end, resize, seen };
};
