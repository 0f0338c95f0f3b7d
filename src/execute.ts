import { InvalidInput } from './client/errors.ts';
import type { AnyCommand } from './commands/command.ts';
import { UsageError, type UsageFault } from './commands/errors.ts';
import { inFlags } from './commands/faults.ts';
import { globalFlags, settingsOf } from './commands/global-flags.ts';
import { createInvocation, type Invocation } from './commands/invocation.ts';
import { type Flags, type FlagValues, flagName, readArguments, readFlags } from './commands/values.ts';
import type { Result } from './terminal/columns.ts';
import type { Io, Output } from './terminal/io.ts';

/** A command line as it was typed: which command, and the texts of its flags and arguments. */
export interface Typed {
  path: string;
  typed: Readonly<Record<string, unknown>>;
  typedGlobals: Readonly<Record<string, unknown>>;
  operands: readonly string[];
  io: Io;
  secrets: Set<string>;
}

/** Runs one command and shows what it answers. Returns the exit code, or throws what went wrong. */
export const execute = async (definition: AnyCommand, line: Typed): Promise<number> => {
  try {
    const faults: UsageFault[] = [];
    const globals = readFlags(globalFlags, line.typedGlobals, faults) as FlagValues<typeof globalFlags>;
    const settings = settingsOf(globals, line.io.env, faults);
    const input = {
      arguments: readArguments(definition.arguments, line.operands, faults),
      flags: readFlags(definition.flags, line.typed, faults),
      rest: definition.takesCommand ? [...line.operands] : [],
    };
    if (definition.local && settings.dryRun)
      faults.push({ name: '--dry-run', message: 'does not go with this command, which sends no request' });
    const invocation = createInvocation(line.io, settings, line.secrets);
    try {
      const found = (await definition.check?.(invocation, input)) ?? [];
      const told = new Set(faults.map(({ name }) => name));
      faults.push(...found.filter(({ name }) => !told.has(name)));
      if (faults.length > 0) {
        const { walkThrough } = definition;
        if (!walkThrough || !invocation.canAsk() || !isUnsaid(faults, definition, line))
          throw new UsageError(faults);
        const typed = { flags: line.typed, operands: line.operands };
        return await runAndShow(() => walkThrough(invocation, typed), invocation);
      }
      return await runAndShow(() => definition.run(invocation, input), invocation);
    } finally {
      await invocation.close();
    }
  } catch (error) {
    throw asUsage(error, definition.flags, `See \`${line.path} --help\`.`);
  }
};

/** Whether all faults are of flags and arguments of the command that were not said, so that they can be asked for. */
const isUnsaid = (faults: readonly UsageFault[], definition: AnyCommand, line: Typed): boolean => {
  const flags = Object.keys(definition.flags).filter((name) => line.typed[name] === undefined);
  const named = Object.values(definition.arguments).slice(line.operands.length);
  const unsaid = new Set([...flags.map(flagName), ...named.map(({ placeholder }) => placeholder)]);
  return faults.every(({ name }) => unsaid.has(name));
};

/** Runs a command and shows its result, on stdout or in the file of --out. */
const runAndShow = async (run: () => Promise<Result>, invocation: Invocation): Promise<number> => {
  const { io, settings } = invocation;
  // Before anything is sent: a change whose answer has nowhere to go would be lost to its user.
  const file =
    settings.out === undefined
      ? undefined
      : await (await import('./terminal/out-file.ts')).toFile(settings.out, io.cwd);
  let problem: Error | undefined;
  try {
    const result = await run();
    if (result.kind === 'nothing') {
      await file?.discard();
      return result.exitCode ?? 0;
    }
    problem = await show(result, file?.output ?? io.stdout, invocation);
    await file?.commit();
  } catch (error) {
    await file?.discard();
    throw error;
  }
  if (problem) throw problem;
  return 0;
};

const show = async (result: Result, out: Output, invocation: Invocation): Promise<Error | undefined> => {
  const { io, settings } = invocation;
  const [{ present }, { colorLevel }] = await Promise.all([
    import('./terminal/present.ts'),
    import('./terminal/theme.ts'),
  ]);
  const levelOf = (stream: Output) => colorLevel(stream, io.env, settings.noColor);
  return present(result, {
    format: invocation.format(),
    out,
    width: out.columns ?? (Number(io.env.COLUMNS) || 80),
    err: io.stderr,
    colorLevel: { out: levelOf(out), err: levelOf(io.stderr) },
    quiet: settings.quiet,
  });
};

/** Faults of the service's fields → faults of the flags that fill them; a usage error learns where help is. */
const asUsage = (error: unknown, flags: Flags, hint: string): unknown => {
  if (error instanceof UsageError)
    return error.hint ? error : new UsageError(error.faults.length > 0 ? error.faults : error.message, hint);
  return error instanceof InvalidInput ? new UsageError(inFlags(error.faults, flags), hint) : error;
};
