import { promises } from 'node:fs';
import { resolve } from 'node:path';
import { CallError, InvalidInput } from '../http/call-error.ts';
import { formatOfFile, formats } from '../terminal/formats.ts';
import type { Io, Output } from '../terminal/io.ts';
import { type PresentOptions, present } from '../terminal/present.ts';
import { amount } from '../terminal/progress-line.ts';
import type { Result } from '../terminal/results.ts';
import { colorLevel } from '../terminal/screen.ts';
import { operandsToAsk, withOperands } from './ask-operands.ts';
import type { AnyCommand } from './command.ts';
import type { CommandLine } from './command-line.ts';
import { type Destination, openDestination } from './destination.ts';
import { type Flags, inFlags, readArguments, readFlags, type UsageFault } from './flags/values.ts';
import { settingsOf } from './global-flags.ts';
import { createInvocation, type Invocation } from './invocation.ts';
import { answerTo, combinationFaults, presentNames, sharedFileFaults } from './line-faults.ts';
import { maskedResult } from './masked-result.ts';
import { helpOn, UsageError } from './usage-error.ts';

/** Runs one command and shows its answer. Returns the exit code, or throws what went wrong. */
export const execute = async (
  definition: AnyCommand,
  line: CommandLine,
  io: Io,
  secrets: Set<string>,
  run: Invocation['run'],
): Promise<number> => {
  try {
    const faults: UsageFault[] = [...line.faults];
    const settings = settingsOf(line, faults);
    const input = {
      arguments: readArguments(definition.arguments, line.operands, faults, line.flags),
      flags: readFlags(definition.flags, line.flags, faults),
      rest: definition.takesCommand ? [...line.operands] : [],
    };
    const typed = presentNames({ ...line.flags, ...line.globals }, definition.arguments, input.arguments);
    faults.push(...combinationFaults(definition, typed));
    if (definition.local && settings.dryRun)
      faults.push({ name: '--dry-run', message: 'does not go with this command, which sends no request' });
    for (const name of unmaskedNames(definition, line)) line.unmaskedNames.add(name);
    const invocation = createInvocation(io, settings, secrets, line, run);
    try {
      const found = (await definition.check?.(invocation, input)) ?? [];
      const unread = new Set(faults.map(({ name }) => name));
      faults.push(...found.filter(({ name }) => !unread.has(name)));
      const { faults: unfit, ...shown } = answerTo(definition, input.flags, invocation);
      faults.push(...unfit);
      faults.push(...(await sharedFileFaults(definition, line, input.arguments, io.cwd)));
      const hasRows = definition.takesRows && (line.flags.from ?? line.flags.template) !== undefined;
      const missing = hasRows ? [] : operandsToAsk(definition, faults, invocation);
      if (missing.length > 0) {
        line.operands = await withOperands(definition, line, missing, invocation);
        return await execute(definition, line, io, secrets, run);
      }
      // A conversation may print several answers, which do not make one binary file.
      const mayTalk = invocation.isInteractive() && !formats[invocation.format()].isBinary;
      const conversation = mayTalk && !hasRows ? definition.walkThrough : undefined;
      // Missing values are asked for, or are in the rows: only invalid ones are reported.
      const urgent = conversation || hasRows ? faults.filter(({ isMissing }) => !isMissing) : faults;
      if (urgent.length > 0) throw new UsageError(urgent);
      const isForReading = definition.effect.does === 'reads';
      const answer =
        conversation && faults.length > 0
          ? () => conversation(invocation, line)
          : () => definition.run(invocation, input);
      return await runAndShow(answer, { ...shown, isForReading }, invocation);
    } catch (error) {
      const isUnchanged = error instanceof CallError && !settings.dryRun && !invocation.triesChange();
      throw isUnchanged && isForChange(definition, line) ? error.withNothingChanged() : error;
    } finally {
      await invocation.close();
    }
  } catch (error) {
    throw asUsage(error, definition.flags, line);
  }
};

/** `api GET` is for reading. */
const isForChange = ({ effect, effectWith = {} }: AnyCommand, { operands }: CommandLine): boolean => {
  const { does, on } = operands.map((word) => effectWith[word.toUpperCase()]).find(Boolean) ?? effect;
  return does !== 'reads' && on === 'service';
};

/** The names of runs and files on a command line. */
const unmaskedNames = ({ flags, arguments: operands }: AnyCommand, line: CommandLine): readonly string[] => {
  const isName = (value: Flags[string] | undefined) =>
    value !== undefined && 'complete' in value && (value.complete === 'file' || value.complete === 'run');
  const inFlags = Object.entries(flags).flatMap(([name, flag]) =>
    name === 'run' || isName(flag) ? [line.flags[name]] : [],
  );
  const kinds = Object.values(operands);
  const inOperands = line.operands.filter((_, at) => isName(kinds[at] ?? kinds.at(-1)));
  return [...inFlags.flat(), line.globals.out, ...inOperands].filter((name) => typeof name === 'string');
};

type Shown = Pick<PresentOptions, 'columns' | 'chosen' | 'isForReading'>;

const runAndShow = async (
  answer: () => Promise<Result>,
  shown: Shown,
  invocation: Invocation,
): Promise<number> => {
  // Before the first request: otherwise the answer to a change could be lost for want of a place to write it.
  const destination = await openDestination(invocation);
  let problem: Error | undefined;
  let exitCode = 0;
  let written: (() => string | undefined) | undefined;
  invocation.show = async (result) => {
    problem = (await show(result, shown, destination, invocation)) ?? problem;
  };
  try {
    const result = await answer();
    if (result.kind === 'nothing') exitCode = result.exitCode ?? 0;
    else {
      await invocation.show(result);
      written = ('written' in result && result.written) || (() => undefined);
    }
  } catch (error) {
    await destination.abandon();
    throw error;
  }
  try {
    await destination.finish();
  } catch (error) {
    // The command's own problem comes first.
    if (!problem) throw error;
  }
  if (problem) throw problem;
  if (written) await tellOfFile(written(), invocation);
  return exitCode;
};

/** `✓ 12,000 products in feed.json, 8.40 MB` */
const tellOfFile = async (
  what: string | undefined,
  { io, settings, note, format }: Invocation,
): Promise<void> => {
  if (settings.out === undefined || !io.stderr.isTTY) return;
  const { size } = await promises.stat(resolve(io.cwd, settings.out));
  const file = `${settings.out}, ${amount(size, 'bytes')}`;
  // The file's extension does not show the format.
  const as = formatOfFile(settings.out) === undefined ? `, as ${format()}` : '';
  note(what === undefined ? `✓ Wrote ${file}` : `✓ ${what} in ${file}${as}`);
};

const show = async (
  result: Result,
  shown: Shown,
  { output: out, select }: Destination,
  invocation: Invocation,
): Promise<Error | undefined> => {
  const { io, settings } = invocation;
  const levelOf = (stream: Output) => colorLevel(stream, io.env, settings.noColor);
  return present(maskedResult(result, invocation.redactData), {
    format: invocation.format(),
    ...shown,
    select,
    out,
    io,
    colorLevel: { out: levelOf(out), err: levelOf(io.stderr) },
    asSentence:
      out.isTTY === true &&
      settings.format === undefined &&
      shown.chosen === undefined &&
      invocation.format() === 'table',
    quiet: settings.quiet,
  });
};

/** Turns faults of the service's fields into faults of their flags. Help is offered only for missing values. */
const asUsage = (error: unknown, flags: Flags, line: CommandLine): unknown => {
  const faulty = error instanceof InvalidInput ? new UsageError(inFlags(error.faults, flags)) : error;
  return faulty instanceof UsageError &&
    !faulty.meaning.hint &&
    faulty.faults.some((fault) => fault.isMissing)
    ? new UsageError(faulty.faults, helpOn(line))
    : faulty;
};
