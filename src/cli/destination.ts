import { dirname, join } from 'node:path';
import type { Jq } from '../jq/jq.ts';
import { formats } from '../terminal/formats.ts';
import { harmlessLines } from '../terminal/harmless.ts';
import { type Output, write } from '../terminal/io.ts';
import type { Invocation } from './invocation.ts';

/** Where the data of a command goes: stdout or the file of --out, with the expression of --jq before it. */
interface Destination {
  output: Output;
  /** All data was written. */
  finish(): Promise<void>;
  /** The command failed; what it wrote is incomplete. */
  abandon(): Promise<void>;
}

/** Opens it before the command runs: throws if a file can't be written, or an expression is not understood. */
export const openDestination = async (invocation: Invocation): Promise<Destination> => {
  const { io, settings } = invocation;
  const file =
    settings.out === undefined
      ? undefined
      : await (await import('../terminal/out-file.ts')).toFile(settings.out, io.cwd);
  const output = file?.output ?? io.stdout;
  if (settings.jq === undefined)
    return { output, finish: async () => file?.commit(), abandon: async () => file?.discard() };
  try {
    const jq = await startJqBefore(output, settings.jq, invocation);
    return {
      output: jq.input,
      async finish() {
        try {
          await jq.finish();
        } catch (error) {
          await file?.discard();
          throw error;
        }
        await file?.commit();
      },
      async abandon() {
        // Records that arrived are processed; a document that was cut off can't be.
        if (settings.format && formats[settings.format].json === 'lines') await jq.finish().catch(() => {});
        await jq.stop();
        await file?.discard();
      },
    };
  } catch (error) {
    await file?.discard();
    throw error;
  }
};

const startJqBefore = async (output: Output, expression: string, invocation: Invocation): Promise<Jq> => {
  const { io } = invocation;
  const { startJq } = await import('../jq/jq.ts');
  const decoder = new TextDecoder();
  return startJq({
    worker: join(dirname(io.self[1] ?? ''), '../dist/jq.cjs'),
    expression,
    isPretty: output.isTTY === true,
    signal: io.interruption,
    write: (bytes) =>
      write(output, output.isTTY ? harmlessTable(decoder.decode(bytes, { stream: true })) : bytes),
    tell: (line) => {
      io.stderr.write(`${harmlessLines(invocation.redact(line))}\n`);
    },
  });
};

/** What an expression prints on a terminal: only line ends and the tabs of `@tsv` have an effect there. */
const harmlessTable = (text: string): string => text.split('\t').map(harmlessLines).join('\t');
