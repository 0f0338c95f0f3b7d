import { resolve } from 'node:path';
import type { Arguments, Flags, UsageFault } from '../flags/values.ts';
import { flagName } from '../words/resale-line.ts';
import type { AnyCommand } from './command.ts';
import type { CommandLine } from './command-line.ts';
import { globalFlags } from './global-flags.ts';

/** A file that a command line names. */
interface NamedFile {
  /** The flag or argument. */
  name: string;
  path: string;
  isWritten: boolean;
}

/** Faults of files that a command line names twice and that would be written: one use of them would destroy the other. */
export const sharedFileFaults = async (
  definition: AnyCommand,
  { globals, flags }: CommandLine,
  operands: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<UsageFault[]> => {
  const files = [
    ...filesIn(definition.arguments, operands, (name) => definition.arguments[name]?.placeholder ?? name),
    ...filesIn(definition.flags, flags, flagName),
    ...filesIn(globalFlags, globals, flagName),
  ];
  const pairs = files.flatMap((later, at) => files.slice(0, at).map((earlier) => [earlier, later] as const));
  const faults: UsageFault[] = [];
  for (const [one, other] of pairs) {
    const [written, second] = one.isWritten ? [one, other] : [other, one];
    if (!written.isWritten) continue;
    const { isSameFile } = await import('../disk/same-file.ts');
    if (await isSameFile(resolve(cwd, written.path), resolve(cwd, second.path)))
      faults.push({ name: written.name, message: `names the same file as ${second.name}` });
  }
  return faults;
};

/** The files that some flags or arguments name; `-` is stdin or stdout. */
const filesIn = (
  known: Flags | Arguments,
  given: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
): NamedFile[] =>
  Object.entries(known).flatMap(([name, value]) => {
    const path = given[name];
    if (!('complete' in value) || value.complete !== 'file' || typeof path !== 'string' || path === '-')
      return [];
    return [{ name: nameOf(name), path, isWritten: value.writes === true }];
  });
