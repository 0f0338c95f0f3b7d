import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { run } from '../../src/run.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Input, Io } from '../../src/terminal/io.ts';
import { MemoryOutput } from './output.ts';

/** What came of a command line. */
export interface Screen {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Circumstances {
  env?: Record<string, string>;
  /** What is typed or piped into it. */
  stdin?: string;
  /** Width of the terminal that stdout and stderr are; where left out they are pipes. */
  terminal?: number;
  cwd?: string;
  /** Asks the tool to stop, as a signal does: its reason is an `Interrupted`. */
  interruption?: AbortSignal;
}

/** `listings create --title 'Wool coat'` → its words, as a shell parts them. */
export const words = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

/** Runs the tool, in this process, as if somebody had typed the line behind `resale`. */
export const resale = async (
  line: string | readonly string[],
  circumstances: Circumstances = {},
): Promise<Screen> => {
  const { env = {}, stdin = '', terminal, cwd = process.cwd(), interruption } = circumstances;
  const shape = terminal === undefined ? {} : { isTTY: true, columns: terminal };
  const stdout = new MemoryOutput(shape);
  const stderr = new MemoryOutput(shape);
  const input: Input = Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]);
  const io: Io = {
    stdin: input,
    stdout,
    stderr,
    // A home that can't be written to: what a test wants on disk it names.
    env: { HOME: '/nonexistent', ...env },
    cwd,
    self: [process.execPath, `${process.cwd()}/bin/resale.js`],
    interruption: interruption ?? new AbortController().signal,
  };
  const exitCode = await run(typeof line === 'string' ? words(line) : line, io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
};

/** A sandbox for one test, and the environment in which the tool meets it. */
export const sandboxed = async (
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox & { env: Record<string, string> }> => {
  const { clientId, apiKey } = sandboxProfile;
  const sandbox = await startSandbox({ credentials: { clientId, apiKey }, port: 0, ...options });
  onTestFinished(() => sandbox.close());
  const env = { RESALE_BASE_URL: sandbox.baseUrl, RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey };
  return { ...sandbox, env };
};
