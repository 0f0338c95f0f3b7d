import { resolve } from 'node:path';
import { stateDirectory } from '../../profiles/directories.ts';
import {
  directoryOf,
  finishDirectory,
  listRuns,
  namedRunDirectory,
  type RunDirectory,
  runsOf,
} from '../../runs/directory.ts';
import { anotherRun } from '../../runs/errors.ts';
import { lockRun } from '../../runs/journal/lock.ts';
import { hasBegun, type Manifest, type RunOptions, readManifest } from '../../runs/journal/manifest.ts';
import type { Shard } from '../../runs/plan/plan-row.ts';
import { hashFile } from '../../runs/rows/row-file.ts';
import type { Result } from '../../terminal/results.ts';
import type { Invocation } from '../invocation.ts';
import { optionWord } from '../runs/columns.ts';
import { resumeRun } from '../runs/resume-run.ts';
import { watching } from '../runs/same-run.ts';
import { inputOf, newRecording, runFile } from './from-file.ts';
import type { RunRequest } from './run.ts';

/**
 * Begins the run of a name, goes on with it, or reports how it ended. It must be the same rows, command, flags and service, so
 * that a command can be started again without doing a row twice.
 */
export const runNamed = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  name: string,
): Promise<Result> => {
  const { shard } = request;
  const state = stateDirectory(invocation.io.env);
  const id = shard ? `${name}-${shard.index}-of-${shard.count}` : name;
  await refuseOtherParts(state, name, shard);
  const known = directoryOf(runsOf(state), id);
  if (hasBegun(known)) return goOn(invocation, request, from, known);
  if (invocation.settings.dryRun) return runFile(invocation, request, from);
  await invocation.refuseReadOnly();
  const directory = await namedRunDirectory(state, id);
  const lock = await lockRun(directory, watching(invocation));
  try {
    // Until now another process may have begun it.
    if (hasBegun(directory)) {
      await lock.release();
      return await goOn(invocation, request, from, directory);
    }
    await finishDirectory(directory);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return runFile(invocation, request, from, { directory, lock });
};

/** Each shard is a run of its own; shards of two divisions of a file would overlap. */
const refuseOtherParts = async (state: string, name: string, shard: Shard | undefined): Promise<void> => {
  for (const run of await listRuns(state)) {
    const [, whole, parts] = /^(.*?)(?:-\d+-of-(\d+))?$/.exec(run.id) ?? [];
    if (whole === name && parts !== shard?.count.toString() && hasBegun(run))
      throw differs(name, [parts === undefined ? 'no --shard' : `a --shard of ${parts} parts`]);
  }
};

const goOn = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  directory: RunDirectory,
): Promise<Result> => {
  const copies = newRecording(invocation, true);
  try {
    const input = await inputOf(invocation, from, copies);
    const others = differences(await readManifest(directory), request, await hashFile(input));
    if (others.length > 0) throw differs(directory.id, others);
    // A copy of what came through a pipe is gone when the rows are read.
    const file = input === resolve(invocation.io.cwd, from) ? input : undefined;
    const { failedOut, options } = request;
    return await resumeRun(invocation, directory.id, { failedOut, concurrency: options.concurrency, file });
  } finally {
    await copies.discard();
  }
};

const differs = (id: string, others: readonly string[]): Error =>
  anotherRun(
    `the run ${id} was begun with ${new Intl.ListFormat('en-GB').format(others)}`,
    'Start it as it was begun, or give the new one another name.',
  );

const mayDiffer = ['mayClose', 'concurrency', 'settle'];

const differences = (
  { operation, shard, input, options }: Manifest,
  request: RunRequest,
  { sha256 }: { sha256: string },
): string[] => {
  const asked = request.options;
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  if (operation !== request.operation.name) return [operation];
  return [
    ...(input.sha256 === sha256 ? [] : ['other rows']),
    ...(isOther(shard, request.shard)
      ? [shard ? `--shard ${shard.index}/${shard.count}` : 'no --shard']
      : []),
    ...[...new Set([...Object.keys(options), ...Object.keys(asked)] as (keyof RunOptions)[])]
      .filter((name) => !mayDiffer.includes(name) && isOther(options[name], asked[name]))
      .map((name) => optionWord(name, options[name])),
  ];
};
