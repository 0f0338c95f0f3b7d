import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { usage } from '../../failure/kinds.ts';
import { makeTemporaryFolder } from '../../files/folders.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { listed } from '../../words/counted.ts';
import { runLine } from '../../words/resale-line.ts';
import { createRunControl } from '../control/run-control.ts';
import { inputOf } from '../draft/draft.ts';
import {
  agreedUndoOf,
  directoryOf,
  isAgreed,
  makeRunDirectory,
  partOf,
  type RunDirectory,
} from '../folder/directory.ts';
import { holdForPlanning, type PlanningRun, takeUp } from '../held-run.ts';
import { RunLocked } from '../journal/journal-errors.ts';
import { lockRun } from '../journal/lock.ts';
import { readPlan } from '../plan/plan-file.ts';
import type { PlanHead, PlanOptions } from '../plan/plan-lines.ts';
import { optionWord } from '../report/run-columns.ts';
import type { RunRequest } from '../request/run-request.ts';
import { hashFile } from '../rows/row-file.ts';
import { agreeOn, onlyPlan } from './from-file.ts';
import { anotherRun, watching } from './own-run.ts';
import { continueRun } from './resume-run.ts';
import { runToEnd } from './run-to-end.ts';

/**
 * Begins the run of a name, continues it, or repeats how it ended. It must be the same rows, command, flags and service, so that a
 * command can be started again without doing a row twice. With --shard, each machine sends its part of one plan: the first one plans
 * and asks, the others wait for the plan.
 */
export const runNamed = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  name: string,
): Promise<Result> => {
  const directory = directoryOf(stateDirectory(invocation.io.env), name);
  if (isAgreed(directory)) return goOn(invocation, request, from, directory);
  const derivedFrom = (sha256: string) => `${name}-${sha256.slice(0, 6)}`;
  if (invocation.settings.dryRun) return onlyPlan(invocation, request, from, name, derivedFrom);
  await invocation.refuseReadOnly();
  const planning = await hold(invocation, request, directory);
  // Until now another process may have begun it.
  if (planning === undefined) return goOn(invocation, request, from, directory);
  const control = await createRunControl(invocation, request);
  const agreed = await agreeOn(invocation, request, from, planning, control, derivedFrom);
  const { operation, shard } = request;
  if (shard === undefined) {
    const run = await takeUp(directory, planning.lock);
    return runToEnd({ invocation, operation, run, control, ...agreed });
  }
  await planning.lock.release();
  const run = await takePart(invocation, directory, shard);
  return runToEnd({ invocation, operation, run, control, ...agreed });
};

const pollMs = 200;

/** Locks the folder of the run to plan in it; undefined if another process has agreed to a plan meanwhile. Parts wait for that. */
const hold = async (
  invocation: Invocation,
  { shard }: RunRequest,
  directory: RunDirectory,
): Promise<PlanningRun | undefined> => {
  const { io, settings } = invocation;
  const until = io.clock.ticks() + (shard ? settings.maxWaitMs : 0);
  for (;;)
    try {
      const planning = await holdForPlanning(directory, watching(invocation));
      if (!planning.isAgreed) return planning;
      await planning.lock.release();
      return undefined;
    } catch (error) {
      if (!(error instanceof RunLocked) || io.clock.ticks() >= until) throw error;
      await io.clock.sleep(pollMs, io.interruption);
      if (isAgreed(directory)) return undefined;
    }
};

const takePart = async (
  invocation: Invocation,
  directory: RunDirectory,
  shard: NonNullable<RunRequest['shard']>,
) => {
  const part = partOf(directory, shard);
  await makeRunDirectory(part);
  return takeUp(part, await lockRun(part, watching(invocation)));
};

const goOn = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  directory: RunDirectory,
): Promise<Result> => {
  const { head } = await readPlan(directory.plan);
  const others = await differences(invocation, head, request, from);
  if (others.length > 0)
    throw anotherRun(
      `the run ${directory.id} was begun with ${listed(others)}`,
      'Start it as it was begun, or give the new one another name.',
    );
  const { shard, failedOut, concurrency } = request;
  const own = shard ? partOf(directory, shard) : directory;
  // What it sent would stay: a run is undone once.
  if (shard && agreedUndoOf(directory) && !existsSync(own.journal))
    throw anotherRun(
      `the run ${directory.id} was undone before this part of it began`,
      'Give the new run another name.',
    );
  if (shard && !invocation.settings.dryRun) await makeRunDirectory(own);
  return continueRun(invocation, own, { failedOut, concurrency });
};

/** What of a run that was begun is otherwise than this line has it. */
const differences = async (
  invocation: Invocation,
  head: PlanHead,
  request: RunRequest,
  from: string,
): Promise<string[]> => {
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  if (head.operation !== request.operation.name) return [head.operation];
  const parts = request.shard?.count;
  const names = [...new Set([...Object.keys(head.options), ...Object.keys(request.options)])];
  // A saved plan has options of its own.
  const options = (names as (keyof PlanOptions)[]).filter(
    (name) => !head.pinned && isOther(head.options[name], request.options[name]),
  );
  return [
    ...((await hashOf(invocation, head, from)) === head.input.sha256
      ? []
      : [head.input.path === undefined ? 'other rows' : `other rows (of ${head.input.path})`]),
    ...(head.parts === parts
      ? []
      : [head.parts === undefined ? 'no --shard' : `a --shard of ${head.parts} parts`]),
    ...options.map((name) => optionWord(name, head.options[name])),
  ];
};

/** The hash of an input, which is not kept. Once a run was agreed to, its input may be gone. */
const hashOf = async (invocation: Invocation, { id }: PlanHead, from: string): Promise<string> => {
  const folder = await makeTemporaryFolder('resale-input-');
  try {
    const { path, called } = await inputOf(invocation, from, join(folder, 'input'));
    return await hashFile(path, called);
  } catch (error) {
    if ((error as { cause?: NodeJS.ErrnoException }).cause?.code !== 'ENOENT') throw error;
    throw usage(
      `${from} is gone, so it can't be compared with the rows of the run ${id}`,
      proposal('The run does not need it. To continue it:', runLine('resume', { run: id })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
