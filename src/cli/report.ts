import { exitCodeOf } from '../failure/exit-codes.ts';
import { type Explanation, explain } from '../failure/explain.ts';
import { harmless, harmlessLines } from '../terminal/harmless.ts';
import type { Io } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redactor } from '../terminal/redact.ts';
import { colorLevel } from '../terminal/screen.ts';
import type { CommandLine } from './command-line.ts';
import { settingsOf } from './global-flags.ts';
import { firstPlace, inSources } from './in-sources.ts';

/** Says on stderr what went wrong, as sentences for people or one line of JSON for programs, and returns the exit code. */
export const report = async (
  error: unknown,
  line: CommandLine,
  io: Io,
  secrets: ReadonlySet<string>,
): Promise<number> => {
  const failure = withPlace(explain(error), error);
  if (failure.exit === 'done') return 0;
  const { errorsAsJson = !io.stdout.isTTY && !io.stderr.isTTY, noColor, debug } = settingsOf(line);
  const redact = redactor([...secrets]);
  const text = errorsAsJson ? asJson(failure, redact) : await asSentences(failure, io, noColor, redact);
  const stack =
    debug && error instanceof Error ? `${harmlessLines(redact(inSources(`${error.stack}`)))}\n` : '';
  io.stderr.write(`${text}\n${stack}`);
  return exitCodeOf(failure.exit);
};

/** What nobody reckoned with tells where it happened: it may not happen again when somebody looks. */
const withPlace = (failure: Explanation, error: unknown): Explanation => {
  const place =
    failure.code === 'unexpected' && error instanceof Error ? firstPlace(`${error.stack}`) : undefined;
  if (place === undefined) return failure;
  return { ...failure, hint: `This should not happen; it did at ${place}. --debug shows the way there.` };
};

/** What acts on a terminal is escaped: whoever asked for JSON may all the same be sitting at one. */
const asJson = (failure: Explanation, redact: (text: string) => string): string => {
  const { code, message, details, status, field, hint, retryable, requestId } = failure;
  return harmless(
    redact(JSON.stringify({ error: { code, message, details, status, field, hint, retryable, requestId } })),
  );
};

const asSentences = async (
  { deliberate, message, details = [], hint }: Explanation,
  { stderr, env }: Io,
  noColor: boolean,
  redact: (text: string) => string,
): Promise<string> => {
  const { themeOf } = await import('../terminal/drawing.ts');
  const theme = themeOf(colorLevel(stderr, env, noColor));
  // A line of a text from elsewhere must not pass for a line of ours.
  const lines = [
    `${deliberate ? '' : 'Error: '}${harmless(message)}`,
    ...details.map((line) => `  ${harmless(line)}`),
  ];
  const text = [...lines, ...(hint ? [harmless(hint)] : [])].join('\n');
  return messageOn(stderr, redact(text)).replace(/^Error:/, theme.bad('Error:'));
};
