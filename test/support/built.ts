import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { words } from './resale.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tool as it was built. */
export const bin = join(root, 'bin/resale.js');

/** A machine on which nothing is set up, for one test. */
export interface Machine {
  home: string;
  /** Where programs put what they need for a while. */
  temporary: string;
  env: Record<string, string>;
}

/** A machine with its own home directory, and `resale` on the PATH. Nothing of the developer's environment is in it. */
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
  /** What is piped into it. An input that stays open and silent where left out. */
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

/** Starts the built tool as a process of its own, as if somebody had typed the line behind `resale`. */
export const built = (line: string | readonly string[], how: Start = {}) =>
  start(process.execPath, [bin, ...(typeof line === 'string' ? words(line) : line)], how);

/** Runs a script of bash, in which `resale` is the built tool. */
export const inShell = (script: string, how: Start = {}) =>
  start('bash', ['-c', script], { input: '', ...how });

/** Runs a script of bash at a terminal. What is written to its stdin was typed there, Ctrl-C as \u0003. */
export const atTerminal = (script: string, how: Start = {}) =>
  start('script', ['--quiet', '--return', '--command', script, '/dev/null'], how);

/** What a process has printed as soon as it is what the test waits for; fails where it ends before. */
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
