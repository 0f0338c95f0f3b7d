import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { words } from './resale.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const bin = join(root, 'bin/resale.js');

export interface Machine {
  home: string;
  temporary: string;
  env: Record<string, string>;
}

/** A machine for one test, with a home directory and `resale` on the PATH, without the developer's environment. */
export const machine = (): Machine => {
  if (!existsSync(join(root, 'dist/main.cjs')))
    throw new Error('The tool is not built. Run `npm run build` first, or `npm test`, which does.');
  const home = temporaryFolder();
  const [programs, temporary] = [join(home, 'bin'), join(home, 'tmp')];
  for (const directory of [programs, temporary]) mkdirSync(directory);
  symlinkSync(bin, join(programs, 'resale'));
  const path = [programs, dirname(process.execPath), process.env.PATH].join(delimiter);
  return { home, temporary, env: { PATH: path, HOME: home, TMPDIR: temporary } };
};

export interface Start {
  env?: Record<string, string>;
  on?: Machine;
  /** What is piped into it. Without it, stdin stays open and silent. */
  input?: string | undefined;
  cwd?: string;
}

const start = (file: string, args: readonly string[], { env, on = machine(), input, cwd }: Start) => {
  const child = execa(file, args, {
    env: { ...on.env, ...env },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    ...(input === undefined ? {} : { input }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  return child;
};

/** Starts the built tool as a process, as if somebody had typed the line behind `resale`. */
export const built = (line: string | readonly string[], how: Start = {}) =>
  start(process.execPath, [bin, ...(typeof line === 'string' ? words(line) : line)], how);

export const inShell = (script: string, how: Start = {}) =>
  start('bash', ['-c', script], { input: '', ...how });

/** Runs a script of bash at a terminal. What is written to its stdin was typed there, Ctrl-C as \u0003. */
export const atTerminal = (script: string, how: Start = {}) =>
  start('script', ['--quiet', '--return', '--command', script, '/dev/null'], how);

/** What a process has printed once it matches; fails if the process ends before. */
export const printed = (
  child: { stdout: Readable; stderr: Readable },
  pattern: RegExp,
  from: 'stdout' | 'stderr' = 'stdout',
): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child[from].on('data', (chunk) => {
      text += chunk;
      if (pattern.test(text)) resolve(text);
    });
    child[from].on('end', () => reject(new Error(`It ended with nothing like ${pattern} in: ${text}`)));
  });
