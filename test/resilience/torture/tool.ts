import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { stopSignals } from '../../../src/failure/failure.ts';

/** How a process of the tool ended, and what it said. */
export interface Ended {
  exitCode: number | undefined;
  signal: NodeJS.Signals | undefined;
  stdout: string;
  stderr: string;
}

/** A process of the tool, under way. */
export interface Running {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** A program with its arguments, and what stands around it. */
export interface Start {
  program: readonly string[];
  env: Record<string, string>;
  cwd: string;
  /** What is piped into it; nothing where left out. */
  input?: Uint8Array;
}

/** Starts a program and gathers what it says. */
export const start = ({ program: [file = '', ...args], env, cwd, input }: Start): Running => {
  const child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  // Who needs no input may have ended by now.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve({ ...waysOut(child), ...said }));
    }),
  };
};

/** How it ended. A signal that it was asked to stop by has its exit code, as in a shell: the tool dies of it once all is written. */
const waysOut = ({ exitCode, signalCode }: ChildProcess) => ({
  exitCode:
    exitCode ??
    stopSignals.filter((signal) => signal === signalCode).map((signal) => 128 + constants.signals[signal])[0],
  signal: signalCode ?? undefined,
});
