import { exitCodeOf } from '../failure/codes.ts';
import { type Explanation, explain, signalOf } from '../failure/failure.ts';
import { escapeControls, escapeControlsInLines } from '../terminal/escape-controls.ts';
import { type Io, print } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { canRedraw } from '../terminal/progress.ts';
import { redacted, redactor } from '../terminal/redact.ts';
import { colorLevel } from '../terminal/screen.ts';
import { inOneText, mapped, prefixed } from '../words/advice.ts';
import { linesHere } from '../words/resale-line.ts';
import type { CommandLine } from './command-line.ts';
import { settingsOf } from './global-flags.ts';

/** Reports an error on stderr, as sentences for people or one line of JSON for programs, and returns the exit code. */
export const report = async (
  error: unknown,
  line: CommandLine,
  io: Io,
  secrets: ReadonlySet<string>,
): Promise<number> => {
  const failure = explain(error, linesHere(line.globals));
  if (failure.exit === 'done') return 0;
  const { noColor, debug } = settingsOf(line);
  const redact = redactor(secrets, line.unmaskedNames);
  const plain = textOf(failure, line, io, redact);
  const text = await painted(plain, io, noColor);
  const stack = debug && error instanceof Error ? `${escapeControlsInLines(redact(stackOf(error)))}\n` : '';
  // The terminal wrote ^C at the beginning of this line.
  const begin = canRedraw(io) && io.interruption.aborted ? '\r\x1b[K' : '';
  print(io.stderr, `${begin}${text}\n${stack}`);
  const signal = signalOf(failure.exit);
  if (signal) io.dieOf?.(signal);
  return exitCodeOf(failure.exit);
};

const mark = 'Error:';
/** How a sentence begins about a refusal that is no error, and about a change that was made. */
const marks = { bad: '✗ ', good: '✓ ' } as const;

const painted = async (text: string, io: Io, noColor: boolean): Promise<string> => {
  const begin = [mark, marks.bad, marks.good].find((one) => text.startsWith(one));
  if (begin === undefined) return text;
  const { themeOf } = await import('../terminal/drawing.ts');
  const theme = themeOf(colorLevel(io.stderr, io.env, noColor));
  return text.replace(begin, (begin === marks.good ? theme.good : theme.bad)(begin));
};

export const errorText = (
  error: unknown,
  line: CommandLine,
  io: Io,
  redact: (text: string) => string,
): string => textOf(explain(error, linesHere(line.globals)), line, io, redact);

const textOf = (
  failure: Explanation,
  line: CommandLine,
  io: Io,
  redact: (text: string) => string,
): string => {
  const { stdout, stderr } = io;
  // With stdout redirected, a person still reads the errors on the terminal.
  const isReadByPerson = stderr.isTTY && !stdout.isTTY;
  const { errorsAsJson = !stdout.isTTY } = settingsOf(line);
  return errorsAsJson && !isReadByPerson ? asJson(failure, redact) : asSentences(failure, io, redact, line);
};

/** Control characters are escaped, since the reader may print them on a terminal. */
const asJson = (failure: Explanation, redact: (text: string) => string): string => {
  const { code, message, details, status, field, hint, retryable, requestId } = failure;
  const text = hint && inOneText(hint);
  const error = redacted({ code, message, details, status, field, hint: text, retryable, requestId }, redact);
  return escapeControls(JSON.stringify({ error }));
};

const asSentences = (
  { deliberate, message, inWords, details = [], hint }: Explanation,
  io: Io,
  redact: (text: string) => string,
  { names, goesOn }: CommandLine,
): string => {
  const { stderr } = io;
  const isInWords = inWords !== undefined;
  const begin = deliberate ? '' : isInWords ? marks.bad : `${mark} `;
  // Text from elsewhere must not look like a line of this tool.
  const lines = [
    `${begin}${escapeControls(isInWords ? inWords : message)}`,
    ...details.map((line) => `  ${escapeControls(line)}`),
  ].join('\n');
  const isOneLine = isInWords && details.length === 0;
  const all = hint ? prefixed(lines, mapped(hint, escapeControls), isOneLine ? ' ' : '\n') : lines;
  const text = messageOn(stderr, mapped(all, redact), names);
  return goesOn === undefined ? text : `${text}${deliberate ? ' ' : '\n'}${messageOn(stderr, goesOn)}`;
};

const stackOf = ({ stack, message }: Error): string =>
  `${stack}`.replace(message, () => escapeControls(message));
