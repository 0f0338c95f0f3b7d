import { resolve } from 'node:path';
import { makeTemporaryFolder } from '../../disk/folders.ts';
import { namedBytes } from '../../disk/named-bytes.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { createRunDirectory, directoryOf } from '../../runs/directory.ts';
import { RefusedPlan } from '../../runs/errors.ts';
import { type KnownRun, Recording } from '../../runs/recording.ts';
import { readsOnce, spool } from '../../runs/rows/bytes.ts';
import { openRowFile } from '../../runs/rows/row-file.ts';
import type { Result } from '../../terminal/results.ts';
import { lineAgain } from '../../words/resale-line.ts';
import type { Invocation } from '../invocation.ts';
import { withLine } from './ending.ts';
import { runMany } from './many-rows.ts';
import { checkPlanHead } from './plan-file.ts';
import type { RunRequest } from './run.ts';

/**
 * With --dry-run or --plan, nothing is sent or recorded. `known` is a named run that has not begun; it is removed if this
 * fails.
 */
export const runFile = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  known?: KnownRun,
): Promise<Result> => {
  const { settings, io, line } = invocation;
  const { operation, options, planTo } = request;
  const onlyPlans = settings.dryRun || planTo !== undefined;
  if (!onlyPlans) await invocation.refuseReadOnly();
  const recording = newRecording(invocation, onlyPlans, known);
  const path = resolve(io.cwd, from);
  let again: string | undefined;
  try {
    const input = await inputOf(invocation, from, recording);
    // What came through a pipe is gone.
    if (input === path) again = lineAgain(line);
    const called = from === '-' ? 'standard input' : from;
    const file = await openRowFile(input, called, options.sheet, operation.columns, options.ignoreExtra);
    if (file.plan) await checkPlanHead(file.plan, operation, invocation);
    const isInteractive = invocation.isInteractive(/^(-|\/dev\/stdin|\/dev\/fd\/0)$/.test(from));
    return await runMany({ ...request, invocation, file, recording, isInteractive });
  } catch (error) {
    await recording.discard();
    if (error instanceof RefusedPlan && again !== undefined)
      throw error.advised(lineAgain(line, { dryRun: true, yes: undefined }));
    throw withLine(error, again);
  }
};

/** A run that sends nothing uses a temporary folder. */
export const newRecording = ({ io }: Invocation, sendsNothing: boolean, known?: KnownRun): Recording =>
  new Recording(sendsNothing ? temporaryDirectory : () => createRunDirectory(stateDirectory(io.env)), known);

const temporaryDirectory = async () => ({
  ...directoryOf(await makeTemporaryFolder('resale-plan-'), '.'),
  id: 'plan',
});

/** What can be read only once, such as stdin, is copied into the run's directory. */
export const inputOf = async (
  { io: { stdin, cwd, interruption } }: Invocation,
  from: string,
  recording: Recording,
): Promise<string> => {
  const path = resolve(cwd, from);
  if (from !== '-' && !(await readsOnce(path))) return path;
  const { input } = await recording.directory();
  await spool(from === '-' ? stdin : namedBytes(path, interruption), input);
  return input;
};
