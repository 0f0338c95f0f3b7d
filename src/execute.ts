import { InvalidInput } from './client/errors.ts';
import type { AnyCommand } from './commands/command.ts';
import { UsageError } from './commands/errors.ts';
import { inFlags } from './commands/faults.ts';
import { globalFlags, settingsOf } from './commands/global-flags.ts';
import { createInvocation, type Invocation } from './commands/invocation.ts';
import { type Flags, type FlagValues, readArguments, readFlags } from './commands/values.ts';
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
    const settings = settingsOf(
      readFlags(globalFlags, line.typedGlobals) as FlagValues<typeof globalFlags>,
      line.io.env,
    );
    const flags = readFlags(definition.flags, line.typed);
    const rest = definition.takesCommand ? [...line.operands] : [];
    const input = { arguments: readArguments(definition.arguments, line.operands), flags, rest };
    const invocation = createInvocation(line.io, settings, line.secrets);
    try {
      return await show(await definition.run(invocation, input), invocation);
    } finally {
      await invocation.close();
    }
  } catch (error) {
    throw asUsage(error, definition.flags, `See \`${line.path} --help\`.`);
  }
};

/** Shows a result, on stdout or in the file of --out. */
const show = async (result: Result, invocation: Invocation): Promise<number> => {
  if (result.kind === 'nothing') return result.exitCode ?? 0;
  const { io, settings } = invocation;
  const { present } = await import('./terminal/present.ts');
  const file =
    settings.out === undefined
      ? undefined
      : await (await import('./terminal/out-file.ts')).toFile(settings.out, io.cwd);
  const out = file?.output ?? io.stdout;
  const { colorLevel } = await import('./terminal/theme.ts');
  const levelOf = (stream: Output) => colorLevel(stream, io.env, settings.noColor);
  try {
    const problem = await present(result, {
      format: invocation.format(),
      out,
      width: out.columns ?? (Number(io.env.COLUMNS) || 80),
      err: io.stderr,
      colorLevel: { out: levelOf(out), err: levelOf(io.stderr) },
      quiet: settings.quiet,
    });
    await file?.commit();
    if (problem) throw problem;
    return 0;
  } catch (error) {
    await file?.discard();
    throw error;
  }
};

/** Faults of the service's fields → faults of the flags that fill them; a usage error learns where help is. */
const asUsage = (error: unknown, flags: Flags, hint: string): unknown => {
  if (error instanceof UsageError)
    return error.hint ? error : new UsageError(error.faults.length > 0 ? error.faults : error.message, hint);
  return error instanceof InvalidInput ? new UsageError(inFlags(error.faults, flags), hint) : error;
};
