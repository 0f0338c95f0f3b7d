import { escapeControls } from '../terminal/escape-controls.ts';
import { type Io, print } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redacted, redactor, telling } from '../terminal/redact.ts';
import { type Advice, mapped } from '../words/advice.ts';
import type { CommandLine } from './command-line.ts';
import type { Settings } from './global-flags.ts';

/**
 * What one run of a command says on stderr besides its data. It never contains a known secret; `secrets` collects every credential
 * that is used.
 */
export const createLogger = (
  io: Io,
  { quiet, debug }: Settings,
  secrets: Set<string>,
  { names, typedNames }: Pick<CommandLine, 'names' | 'typedNames'>,
) => {
  /** A text that may quote the service, without the credentials in it. */
  const redact = redactor(secrets, typedNames);
  /** The same for data, in which a short secret is a word by chance. */
  const redactData = redactor(secrets, typedNames, telling);
  // A line break within a line must not make two of it: the second could pass for one of ours.
  const fitToShow = (lines: readonly string[]): string =>
    lines.map((line) => escapeControls(redact(line))).join('\n');
  const say = (text: string): void => print(io.stderr, `${text}\n`);
  /** Prints on stderr what also belongs in the log of a script; not with --quiet. */
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
    /** From now on, this secret is masked everywhere. */
    learn(secret: string): void {
      secrets.add(secret);
    },
    /** From now on, a terminal shows this name of a listing in place of its id. */
    call(id: string, name: string | undefined): void {
      if (name !== undefined && !names.has(id.toLowerCase())) names.set(id.toLowerCase(), redact(name));
    },
  };
};

export type Logger = ReturnType<typeof createLogger>;
