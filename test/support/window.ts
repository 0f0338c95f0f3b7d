import { spawn } from '@lydell/node-pty';
import { Terminal } from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { bin, machine } from './built.ts';
import { words } from './resale.ts';

/** A window in which the built tool runs, row by row as a person sees it. */
export interface Window {
  /** Its rows down to the last that is not blank. */
  rows(): string[];
  /** Waits until one of its rows fits. */
  shows(pattern: RegExp): Promise<void>;
  type(keys: string): void;
  resize(columns: number): void;
  /** The exit code of the tool, once all it wrote is on the screen. */
  ended: Promise<number>;
}

/** Opens a window of some columns, and types a line behind `resale` in it. */
export const openWindow = (line: string, columns: number, env: Record<string, string>): Window => {
  const { home, env: base } = machine();
  const size = { cols: columns, rows: 24 };
  const screen = new Terminal({ ...size, allowProposedApi: true });
  const tool = spawn(process.execPath, [bin, ...words(line)], {
    ...size,
    // What becomes of TERM there.
    name: env.TERM ?? 'xterm-256color',
    cwd: home,
    env: { ...base, LANG: 'C.UTF-8', ...env },
  });
  const looks = new Set<() => void>();
  let isOver = false;
  const look = () => {
    for (const one of looks) one();
  };
  tool.onData((data) => screen.write(data, look));
  const ended = new Promise<number>((resolve) => {
    tool.onExit(({ exitCode }) => {
      isOver = true;
      screen.write('', () => {
        look();
        resolve(exitCode);
      });
    });
  });
  onTestFinished(async () => {
    if (!isOver) process.kill(tool.pid, 'SIGKILL');
    await ended;
    screen.dispose();
  });
  const rows = (): string[] => {
    const { active } = screen.buffer;
    const all = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    );
    return all.slice(0, all.findLastIndex((row) => row !== '') + 1);
  };
  return {
    rows,
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const one = () => {
          if (rows().some((row) => pattern.test(row))) resolve();
          else if (isOver) reject(new Error(`It ended without ${pattern} in:\n${rows().join('\n')}`));
          else return;
          looks.delete(one);
        };
        looks.add(one);
        one();
      }),
    type: (keys) => tool.write(keys),
    resize: (wanted) => {
      screen.resize(wanted, size.rows);
      tool.resize(wanted, size.rows);
    },
    ended,
  };
};
