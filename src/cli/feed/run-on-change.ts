import { Readable } from 'node:stream';
import type { Invocation } from '../invocation.ts';

/**
 * Runs a command line through the shell for a new feed: with the paths of both files in its environment, the changes as
 * NDJSON on its stdin, and what it prints on our stderr. A failure of it is told, and is none of ours.
 */
export const runOnChange = async (
  line: string,
  { older, newer, lines }: { older: string; newer: string; lines: AsyncIterable<string> },
  { io, warn }: Invocation,
): Promise<void> => {
  const { execa } = await import('execa');
  const child = execa(line, {
    shell: true,
    cwd: io.cwd,
    env: { ...io.env, RESALE_FEED_OLD: older, RESALE_FEED_NEW: newer },
    extendEnv: false,
    input: Readable.from(lines),
    all: true,
    buffer: false,
    reject: false,
    cancelSignal: io.interruption,
  });
  child.all.pipe(io.stderr, { end: false });
  const { exitCode, signal, originalMessage } = await child;
  io.interruption.throwIfAborted();
  if (exitCode === 0) return;
  const how = exitCode === undefined ? (signal ?? originalMessage) : `exit code ${exitCode}`;
  warn(`The command for the new feed ended with ${how}.`);
};
