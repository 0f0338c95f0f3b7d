import { explain } from './failure.ts';
import type { Failure } from './failures/meaning.ts';
import { harmless } from './terminal/harmless.ts';
import type { Io } from './terminal/io.ts';
import { redactor } from './terminal/redact.ts';
import { colorLevel, themeOf } from './terminal/theme.ts';

/** Says on stderr what went wrong, as sentences for people or one line of JSON for programs, and returns the exit code. */
export const report = (
  error: unknown,
  argv: readonly string[],
  io: Io,
  secrets: ReadonlySet<string>,
): number => {
  const failure = explain(error);
  if (failure.exitCode === 0) return 0;
  const said = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const text = wantsJson(said, io) ? asJson(failure) : asSentences(failure, io, said.includes('--no-color'));
  const stack = said.includes('--debug') && error instanceof Error ? `${error.stack}\n` : '';
  io.stderr.write(redactor([...secrets])(`${text}\n${stack}`));
  return failure.exitCode;
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
const asJson = ({ code, message, details, status, field, hint, retryable, requestId }: Failure): string =>
  harmless(JSON.stringify({ error: { code, message, details, status, field, hint, retryable, requestId } }));

const asSentences = ({ message, details = [], hint }: Failure, io: Io, noColor: boolean): string => {
  const theme = themeOf(colorLevel(io.stderr, io.env, noColor));
  return [
    `${theme.bad('Error:')} ${harmless(message)}`,
    ...details.map((line) => `  ${harmless(line)}`),
    ...(hint ? [harmless(hint)] : []),
  ].join('\n');
};
