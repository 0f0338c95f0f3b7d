import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../src/clock.ts';
import type { run as runTool } from '../../../src/run.ts';
import { MemoryOutput } from '../../support/output.ts';
import type { Said } from '../faults/manners.ts';
import { start } from '../torture/tool.ts';

/** What stands around a command line. */
interface Around {
  env: Record<string, string>;
  cwd: string;
  stdin: Uint8Array;
}

/** The built tool: a command line in, what it said out. Without an exit code it did not end in time. */
export type Tool = (argv: readonly string[], around: Around) => Promise<Said>;

/** Far longer than any of it takes, on however busy a machine. */
const longestMs = 90_000;

/** Where the parts of the tool are that a program starts. */
const partsOf = (bin: string): string => join(dirname(bin), '../dist/main.cjs');

/** Whether a program is the tool itself, and not one that starts it in its own way. */
export const isBuilt = (bin: string): boolean => existsSync(partsOf(bin));

/** The tool within this process, where a command line takes milliseconds. */
export const inProcess = (bin: string): Tool => {
  const { run } = createRequire(bin)(partsOf(bin)) as { run: typeof runTool };
  return async (argv, { env, cwd, stdin }) => {
    const [stdout, stderr] = [new MemoryOutput(), new MemoryOutput()];
    const timeout = new AbortController();
    const exitCode = await Promise.race([
      run(argv, {
        stdin: Readable.from(stdin.length > 0 ? [Buffer.from(stdin)] : []),
        stdout,
        stderr,
        env,
        cwd,
        clock: systemClock,
        self: [process.execPath, bin],
        interruption: new AbortController().signal,
        ending: new AbortController().signal,
      }),
      wait(longestMs, undefined, { signal: timeout.signal, ref: false }),
    ]);
    timeout.abort();
    return { exitCode, stdout: stdout.text, stderr: stderr.text };
  };
};

/** The tool as a process of its own. */
export const asProcess =
  (bin: string): Tool =>
  async (argv, { env, cwd, stdin }) => {
    // No system hands a program a zero byte.
    const words = argv.map((word) => word.replaceAll('\0', ''));
    const running = start({ program: [process.execPath, bin, ...words], env, cwd, input: stdin });
    const timer = setTimeout(() => running.kill('SIGKILL'), longestMs);
    const ended = await running.ended;
    clearTimeout(timer);
    return ended;
  };
