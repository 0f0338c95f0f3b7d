import { closeSync, constants, openSync, write } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { spawn } from '@lydell/node-pty';
import { Terminal as Emulator } from '@xterm/headless';
import { onTestFailed, onTestFinished } from 'vitest';
import { bin, type Machine, machine } from './built.ts';
import { words } from './resale.ts';

/** A person's terminal, in which the built tool runs. */
export interface Terminal {
  /** Its contents, scrolled lines included, as a person sees them: no trailing blanks, wrapped lines in one piece. */
  text(): string;
  /** The same row by row, as wide as the window: a wrapped line is in parts. */
  rows(): string[];
  /** Waits until a question is there, fully drawn and unanswered: its line ends with the text, or matches the pattern. */
  asks(question: string | RegExp): Promise<void>;
  /** Waits until the last line ends with the text, as it does where a dumb terminal is asked. */
  ends(text: string): Promise<void>;
  /** Waits until the text is on the screen. */
  shows(text: string | RegExp): Promise<void>;
  /** Types, as keys send it: Enter is \r, Ctrl-C \u0003, Ctrl-D \u0004. */
  type(keys: string): void;
  /** Answers a question: waits for it, types, and presses Enter. */
  answer(question: string | RegExp, typed: string): Promise<void>;
  /** Changes the size of its window. */
  resize(columns: number): void;
  /** Closes its window. */
  hangUp(): void;
  /** Sends the tool a signal. */
  kill(signal: string): void;
  /** Everything the tool has written, escape sequences too. */
  raw(): string;
  /** Whether the cursor is shown. */
  cursorIsShown(): boolean;
  /** How the tool ended: its exit code, and the signal that killed it, if one did. */
  ended: Promise<{ exitCode: number; signal: number }>;
}

/** What node-pty's terminal is besides what its types say: the stream that reads it, and the path of the tool's side. */
interface Insides {
  _socket: ReadStream;
  ptsName: string;
}

/** How a terminal is opened: on which machine, and how wide. */
interface Window {
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

/** For how long a tool that somebody waits for may write nothing, in milliseconds. */
const longestSilenceMs = 10_000;

/** A sequence that draws nothing, behind everything that the tool wrote. */
const mark = '\u001b]the end\u0007';

/** Opens a terminal, and types a line behind `resale` in it. */
export const inTerminal = (line: string | readonly string[], how: Window = {}): Terminal =>
  open(process.execPath, [bin, ...(typeof line === 'string' ? words(line) : line)], how);

/** Opens a terminal, and runs a script of bash in it, in which `resale` is the built tool. */
export const scriptInTerminal = (script: string, how: Window = {}): Terminal =>
  open('bash', ['-c', script], how);

const open = (file: string, args: string[], { env, on = machine(), columns = 80 }: Window): Terminal => {
  const size = { cols: columns, rows: 50 };
  const emulator = new Emulator({ ...size, scrollback: 1000, allowProposedApi: true });
  const pty = spawn(file, args, {
    ...size,
    // What becomes of TERM there.
    name: env?.TERM ?? 'xterm-256color',
    cwd: on.home,
    env: { ...on.env, ...env },
  });
  onTestFinished(() => emulator.dispose());
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
  let raw = '';
  let hasEnded = false;
  /** It has ended, and all that it wrote is on the screen. */
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  pty.onData((data) => {
    raw += data;
    const over = raw.indexOf(mark);
    if (over >= 0) {
      raw = raw.slice(0, over);
      close();
    }
    // A line that is drawn anew in its place was there before, though both may come at once from a busy machine.
    for (const drawn of data.split(/(?=\r(?!\n))/)) emulator.write(drawn, wake);
  });
  const ended = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      // Behind everything that it wrote.
      emulator.write('', () => {
        isOver = true;
        wake();
        resolve({ exitCode, signal });
      });
    });
  });
  onTestFinished(async () => {
    if (hasEnded) return;
    pty.kill('SIGKILL');
    await ended;
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
        else silence = setTimeout(giveUp, longestSilenceMs, 'fell silent');
      };
      waiting.add(look);
      look();
    });
  // A test that waits in vain says for what; this says what stood there instead.
  onTestFailed(() => {
    process.stderr.write(`The terminal showed:\n${text()}\n`);
  });
  const terminal: Terminal = {
    text,
    rows,
    raw: () => raw,
    ended,
    asks: (question) =>
      until(() => {
        const last = lines().findLast((line) => /^[?✔] /.test(line));
        const [, asked] = /^\? (.*?) *$/.exec(last ?? '') ?? [];
        if (asked === undefined || !isDrawn()) return false;
        return typeof question === 'string' ? asked.endsWith(question) : question.test(asked);
      }, `the question ${question}`),
    ends: (wanted) => until(() => text().endsWith(wanted), `the end "${wanted}"`),
    shows: (wanted) =>
      until(() => (typeof wanted === 'string' ? text().includes(wanted) : wanted.test(text())), `${wanted}`),
    type: (keys) => pty.write(keys),
    async answer(question, typed) {
      await terminal.asks(question);
      const before = raw.length;
      terminal.type(`${typed}${enter}`);
      // The next question may read the same: it is another one once something was drawn.
      await until(() => raw.length > before, 'anything drawn');
    },
    resize(width) {
      emulator.resize(width, size.rows);
      pty.resize(width, size.rows);
    },
    hangUp: close,
    kill: (signal) => process.kill(pty.pid, signal),
    cursorIsShown: () => raw.lastIndexOf('\u001b[?25h') >= raw.lastIndexOf('\u001b[?25l'),
  };
  return terminal;
};
