import { dirname, join } from 'node:path';
import type { Jq, JqOptions, Select } from '../jq/jq.ts';
import { escapeControlsInLines } from '../terminal/escape-controls.ts';
import { formats } from '../terminal/formats.ts';
import { type Output, write } from '../terminal/io.ts';
import type { Invocation } from './invocation.ts';

/** Where the data of a command goes: stdout or the file of --out, through the expression of --jq. */
export interface Destination {
  output: Output;
  /** For a list that is not printed as JSON: selects records by --jq. */
  select?: Select;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Opens it before the command runs. Throws if the file can't be written, or jq can't parse the expression. */
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
    const format = invocation.format();
    if (formats[format].json === undefined) {
      const { startSelection } = await import('../jq/jq.ts');
      const { select, stop } = await startSelection(jqOptions(settings.jq, invocation));
      const end = (act: 'commit' | 'discard') => async () => {
        await stop();
        await file?.[act]();
      };
      return { output, select, finish: end('commit'), abandon: end('discard') };
    }
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
        // jq can process complete records, but no truncated document.
        if (formats[format].json === 'lines') await jq.finish().catch(() => {});
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
  const { startJq } = await import('../jq/jq.ts');
  const decoder = new TextDecoder();
  return startJq({
    ...jqOptions(expression, invocation),
    isPretty: output.isTTY === true,
    write: (bytes) =>
      write(output, output.isTTY ? harmlessTable(decoder.decode(bytes, { stream: true })) : bytes),
  });
};

const jqOptions = (
  expression: string,
  { io, redact }: Invocation,
): Omit<JqOptions, 'isPretty' | 'write'> => ({
  worker: join(dirname(io.self[1] ?? ''), '../dist/jq.cjs'),
  expression,
  signal: io.interruption,
  tell: (line) => {
    io.stderr.write(`${escapeControlsInLines(redact(line))}\n`);
  },
});

/** The output of an expression for a terminal: all control characters but line ends and the tabs of `@tsv` are escaped. */
const harmlessTable = (text: string): string => text.split('\t').map(escapeControlsInLines).join('\t');
