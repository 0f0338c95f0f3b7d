import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { isOfOthers, UnwritableFile, writeReason } from '../disk/errors.ts';
import { isLinkedByOthers } from '../disk/who-else.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { type Io, print } from '../terminal/io.ts';
import { messageOn } from '../terminal/message.ts';
import { redacted, redactor, telling } from '../terminal/redact.ts';
import { type Advice, mapped } from '../words/advice.ts';
import type { CommandLine } from './command-line.ts';
import type { Settings } from './global-flags.ts';

/**
 * What one run of a command says besides its data, on stderr and in the file of --debug-file. It never contains a known secret;
 * `secrets` collects every credential that is used.
 */
export const createLogger = (
  io: Io,
  { quiet, debug, debugFile }: Settings,
  secrets: Set<string>,
  { names, typedNames }: Pick<CommandLine, 'names' | 'typedNames'>,
) => {
  let file: ReturnType<typeof openDebugFile> | undefined;
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
    /** Receives the lines of --debug and --debug-file; undefined if neither was given. */
    trace(): ((lines: readonly string[]) => void) | undefined {
      if (debugFile === undefined) return debug ? (lines) => say(fitToShow(lines)) : undefined;
      file ??= openDebugFile(debugFile, io.cwd, warn);
      const { write } = file;
      return (lines) => {
        const text = fitToShow(lines);
        write(text);
        if (debug) say(text);
      };
    },
    /** From now on, this secret is masked everywhere. */
    learn(secret: string): void {
      secrets.add(secret);
    },
    /** From now on, a terminal shows this name of a listing in place of its id. */
    call(id: string, name: string | undefined): void {
      if (name !== undefined && !names.has(id.toLowerCase())) names.set(id.toLowerCase(), redact(name));
    },
    close(): void {
      file?.close();
    },
  };
};

export type Logger = Omit<ReturnType<typeof createLogger>, 'close'>;

/**
 * Opens the file of --debug-file, readable only by its owner, and appends to it: the trace of a failure outlives the attempt
 * after it. If a line can't be written later, that is reported once and stops nothing: it must not come between a change
 * and its answer. Fails with `UnwritableFile`.
 */
const openDebugFile = (path: string, cwd: string, warn: (text: string) => void) => {
  const whole = resolve(cwd, path);
  const file = openPrivate(whole);
  let isLost = false;
  return {
    /** Each line begins with the time. */
    write(text: string) {
      if (isLost) return;
      const time = new Date().toISOString();
      try {
        // Written at once: however the process ends, the trace has everything up to then.
        writeSync(file, text.replace(/^/gm, `${time} `).concat('\n'));
      } catch (error) {
        isLost = true;
        warn(`Nothing more is written to ${whole}: ${reasonOf(error)}.`);
      }
    },
    close: () => closeSync(file),
  };
};

// Nothing may wait for the reader of a pipe. Windows has no such flag.
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

const openPrivate = (path: string): number => {
  try {
    if (isLinkedByOthers(path)) throw new UnwritableFile(path, "another user's symbolic link leads to it");
    const there = statSync(path, { throwIfNoEntry: false });
    if (there) refuseTarget(path, there);
    const file = openSync(path, appending, 0o600);
    const stats = fstatSync(file);
    refuseTarget(path, stats);
    if (stats.isFile() && (stats.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw error instanceof UnwritableFile
      ? error
      : new UnwritableFile(path, reasonOf(error), { cause: error });
  }
};

const refuseTarget = (path: string, stats: Stats): void => {
  // A change would wait for its reader, and no signal could end that.
  if (stats.isFIFO() || stats.isSocket())
    throw new UnwritableFile(
      path,
      'it is a pipe, whose reader could hold up a change; --debug writes to stderr instead',
    );
  if (stats.isFile() && isOfOthers(stats)) throw new UnwritableFile(path, 'it belongs to another user');
};

const reasonOf = (error: unknown): string => writeReason(error) ?? (error as Error).message;
