import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { spawn as spawnAtTerminal } from '@lydell/node-pty';
import type { Ending, Start } from '../machine/interface.ts';
import { asks } from '../machine/process.ts';

/** How a process is started: Node's arguments, and where what it prints is kept if that is no pipe. */
export interface Launch {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdoutFile: string;
}

/** A process of this machine, under way. */
export interface Running {
  kill(signal: NodeJS.Signals): void;
  /** Once it has ended, and all that it printed has been heard. */
  readonly over: Promise<Ending>;
}

export type Hear = (stream: 'stdout' | 'stderr', text: string) => void;

/** A script's process, or one with which somebody converses. */
export const piped = ({ args, cwd, env }: Launch, { converse }: Start, hear: Hear): Running => {
  // In a session of its own, so that no terminal of whoever plays the history is asked, and none sends it signals.
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: 'pipe' });
  // Who was killed reads no more.
  child.stdin.on('error', () => undefined);
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => hear(stream, text));
  if (converse) answerLines(child, converse);
  else child.stdin.end();
  return {
    kill: (signal) => child.kill(signal),
    over: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(endingOf(code, signal)));
    }),
  };
};

/** Writes what comes after each whole line of stdout. */
const answerLines = ({ stdin, stdout }: ChildProcess, converse: NonNullable<Start['converse']>): void => {
  let rest = '';
  const say = (line: string) => {
    const next = converse(line);
    if (next === null) stdin?.end();
    else if (next !== undefined) stdin?.write(next);
  };
  stdout?.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) say(line);
  });
  say('');
};

/** For so long a question has to stand there before somebody answers it, in milliseconds. */
const readMs = 300;

/**
 * A process at a terminal, whose stdout is a file; somebody answers what it asks. Of what it writes to the terminal at its end, the
 * last lines may be lost on a busy machine.
 */
export const atTerminal = (
  { args, cwd, env, stdoutFile }: Launch,
  { answers = [] }: Start,
  hear: Hear,
): Running => {
  const left = [...answers];
  let shown = '';
  const command = ['-c', 'exec "$0" "$@" > "$STDOUT_FILE"', process.execPath, ...args];
  const size = { cols: 200, rows: 50 };
  const terminal = spawnAtTerminal('/bin/sh', command, {
    ...{ cwd, env: { ...env, STDOUT_FILE: stdoutFile }, ...size },
  });
  terminal.onData((text) => {
    shown += text;
    hear('stderr', text);
    const { length } = shown;
    setTimeout(() => {
      if (shown.length === length && asks(shown)) terminal.write(`${left.shift() ?? '\u0004'}\r`);
    }, readMs);
  });
  return {
    kill(signal) {
      try {
        process.kill(terminal.pid, signal);
      } catch (error) {
        // It has ended, and nobody has been told yet.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
    over: new Promise((resolve) => {
      terminal.onExit(({ exitCode, signal }) => {
        hear('stdout', readFileSync(stdoutFile, 'utf8'));
        const name = signalNames.find((one) => constants.signals[one] === signal);
        resolve(endingOf(name ? null : exitCode, name ?? null));
      });
    }),
  };
};

const signalNames = Object.keys(constants.signals) as NodeJS.Signals[];

/** Who dies of a signal that it was asked to stop by has stopped: the exit code is that of a shell. */
const endingOf = (code: number | null, signal: NodeJS.Signals | null): Ending =>
  signal === 'SIGKILL'
    ? { kind: 'killed' }
    : { kind: 'exit', code: code ?? 128 + constants.signals[signal ?? 'SIGTERM'] };
