import { escapeControls } from '../terminal/escape-controls.ts';
import { type Io, print } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redacted, redactor, telling } from '../terminal/redact.ts';
import { type Advice, mapped } from '../words/advice.ts';
import type { CommandLine } from './command-line.ts';
import type { Settings } from './global-flags.ts';

/**
 * The messages of one command on stderr. They never contain a known secret; `secrets` collects every credential in use.
 */
export const createLogger = (
  io: Io,
  { quiet, debug }: Settings,
  secrets: Set<string>,
  { names, unmaskedNames }: Pick<CommandLine, 'names' | 'unmaskedNames'>,
) => {
  /** Masks credentials in a text, which may quote the service. */
  const redact = redactor(secrets, unmaskedNames);
  /** The same for data, where a short secret may occur by chance. */
  const redactData = redactor(secrets, unmaskedNames, telling);
  // A line break must not split a line: the second half could pass for a message of this tool.
  const fitToShow = (lines: readonly string[]): string =>
    lines.map((line) => escapeControls(redact(line))).join('\n');
  const say = (text: string): void => print(io.stderr, `${text}\n`);
  /** Prints a message that also belongs in the log of a script; not with --quiet. */
  const warn = (advice: Advice): void => {
    if (!quiet) say(messageOn(io.stderr, mapped(advice, redact), names));
  };
  return {
    redact,
    redactData,
    redacted: <Value>(value: Value): Value => redacted(value, redact),
    warn,
    /** Shows a person at a terminal what is happening; not with --quiet. */
    note(advice: Advice): void {
      if (io.stderr.isTTY) warn(advice);
    },
    /** Receives the lines of --debug; undefined without it. */
    trace(): ((lines: readonly string[]) => void) | undefined {
      return debug ? (lines) => say(fitToShow(lines)) : undefined;
    },
    /** Masks this secret from now on. */
    learn(secret: string): void {
      secrets.add(secret);
    },
    /** From now on, a terminal shows this name of a listing in place of its id. */
    nameListing(id: string, name: string | undefined): void {
      if (name !== undefined && !names.has(id.toLowerCase())) names.set(id.toLowerCase(), redact(name));
    },
  };
};

export type Logger = ReturnType<typeof createLogger>;
