import type { Secret } from '../profiles/credentials.ts';
import { harmlessLines } from '../terminal/harmless.ts';
import type { Io } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redactor } from '../terminal/redact.ts';
import type { Spinner } from '../terminal/spinner.ts';
import { type DebugFile, openDebugFile } from './debug-file.ts';
import type { Settings } from './global-flags.ts';

/** What a command says beside its data, on stderr and in the file of --debug-file; no secret that it knows is in any of it. */
export interface Voice {
  /** Tells a person on stderr what goes on. Not with --quiet, and not where errors are JSON, for programs. */
  note(text: string): void;
  /** Says on stderr what a script should have in its log, too; not with --quiet. */
  warn(text: string): void;
  /** Takes lines for --debug and --debug-file; undefined where neither was said. */
  trace(): ((text: string) => void) | undefined;
  /** From now on, nothing shows this secret. */
  learn(secret: Secret): void;
  /** A text that may quote the service, without the credentials in it. */
  redact(text: string): string;
  /** Lets the file of --debug-file go. */
  close(): void;
}

/** Makes the voice of one run. `secrets` learns every credential that comes into play; the spinner makes room for what is said. */
export const createVoice = (
  io: Io,
  { quiet, debug, debugFile }: Settings,
  secrets: Set<string>,
  spinner: Spinner,
): Voice => {
  let file: DebugFile | undefined;
  const redact = (text: string): string => redactor([...secrets])(text);
  const fitToShow = (text: string): string => harmlessLines(redact(text));
  const print = (text: string): void => {
    spinner.clear();
    io.stderr.write(`${text}\n`);
  };
  const say = (text: string): void => print(fitToShow(text));
  const warn = (text: string): void => {
    if (!quiet) print(messageOn(io.stderr, redact(text)));
  };
  return {
    warn,
    redact,
    note(text) {
      if (io.stderr.isTTY) warn(text);
    },
    trace() {
      if (debugFile === undefined) return debug ? say : undefined;
      file ??= openDebugFile(debugFile, io.cwd, warn);
      const { write } = file;
      return (text) => {
        write(fitToShow(text));
        if (debug) say(text);
      };
    },
    learn(secret) {
      secrets.add(secret.reveal());
    },
    close() {
      file?.close();
    },
  };
};
