import { exitCodeOf } from '../failure/exit-codes.ts';
import { type Explanation, explain } from '../failure/explain.ts';
import { colorLevel } from '../terminal/color-level.ts';
import { harmless, harmlessLines } from '../terminal/harmless.ts';
import type { Io } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redactor } from '../terminal/redact.ts';
import { firstPlace, inSources } from './in-sources.ts';

/** Says on stderr what went wrong, as sentences for people or one line of JSON for programs, and returns the exit code. */
export const report = async (
  error: unknown,
  argv: readonly string[],
  io: Io,
  secrets: ReadonlySet<string>,
): Promise<number> => {
  const failure = withPlace(explain(error), error);
  if (failure.exit === 'done') return 0;
  const said = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const redact = redactor([...secrets]);
  const text = wantsJson(said, io)
    ? asJson(failure, redact)
    : await asSentences(failure, io, said.includes('--no-color'), redact);
  const stack =
    said.includes('--debug') && error instanceof Error
      ? `${harmlessLines(redact(inSources(`${error.stack}`)))}\n`
      : '';
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

/**
 * Whether errors are for a program: where JSON was asked for, or is what stdout gets and nobody sits at stderr. Read
 * off the bare words, since a command line that could not be understood has an error to show, too.
 */
const wantsJson = (argv: readonly string[], { env, stdout, stderr }: Io): boolean => {
  const words = argv.join('\0');
  const [, asked] = /(?:^|\0)(?:-o\0?|--output[=\0])(\w+)/.exec(words) ?? [];
  const format = argv.includes('--json') ? 'json' : (asked ?? env.RESALE_OUTPUT);
  if (format) return format === 'json' || format === 'ndjson';
  return !stdout.isTTY && !stderr.isTTY;
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
  const { themeOf } = await import('../terminal/theme.ts');
  const theme = themeOf(colorLevel(stderr, env, noColor));
  // A line of a text from elsewhere must not pass for a line of ours.
  const lines = [
    `${deliberate ? '' : 'Error: '}${harmless(message)}`,
    ...details.map((line) => `  ${harmless(line)}`),
  ];
  const text = [...lines, ...(hint ? [harmless(hint)] : [])].join('\n');
  return messageOn(stderr, redact(text)).replace(/^Error:/, theme.bad('Error:'));
};
