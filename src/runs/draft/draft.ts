import { resolve } from 'node:path';
import { version } from '../../../package.json';
import { usage } from '../../failure/kinds.ts';
import { namedBytes } from '../../files/named-bytes.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { counted } from '../../words/counted.ts';
import type { RunControl } from '../control/run-control.ts';
import { watchListings } from '../control/run-progress.ts';
import { DamagedRun } from '../journal/journal-errors.ts';
import { askedByFile } from '../plan/asked-rows.ts';
import { createdLately } from '../plan/created-listings.ts';
import { type Draft, makePlan } from '../plan/make-plan.ts';
import { inputChanged, RefusedPlan, tooMuch } from '../plan/plan-errors.ts';
import { isPlanFile, planRows, readPlan, writePlan } from '../plan/plan-file.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import { totalling } from '../plan/plan-totals.ts';
import { checkEnding } from '../report/failed-out.ts';
import type { Drafted, RunRequest } from '../request/run-request.ts';
import { readerFor } from '../rows/file-reader.ts';
import { hashFile, openRowFile } from '../rows/row-file.ts';
import { readsOnce, spool } from '../rows/row-source.ts';
import { filledWords, onlyOpenWords, sentBeforeWords } from './before-run.ts';

/** What the rows are read from. */
export interface RowInput {
  path: string;
  called: string;
  /** It was read from a pipe, so the same line can't read it again. */
  isPiped: boolean;
}

/** An input that can be read only once, such as stdin, is copied to `copy`. */
export const inputOf = async (
  { io: { stdin, cwd, interruption } }: Invocation,
  from: string,
  copy: string,
): Promise<RowInput> => {
  const path = resolve(cwd, from);
  const called = from === '-' ? 'standard input' : from;
  if (from !== '-' && !(await readsOnce(path))) return { path, called, isPiped: false };
  await spool(from === '-' ? stdin : namedBytes(path, interruption), copy);
  return { path: copy, called, isPiped: true };
};

interface ToDraft {
  invocation: Invocation;
  request: RunRequest;
  input: RowInput;
  /** Where the plan is written, and the id of its run. */
  path: string;
  id: string;
  /** What the external identifiers begin with that are made for rows. */
  derivedFrom: (sha256: string) => string;
  control: RunControl;
}

/** Plans the rows of an input, which may be a saved plan. The refusal by a limit, or for invalid rows, is beside it. */
export const draftOf = async (
  toDraft: ToDraft,
): Promise<{ drafted: Drafted; problem: RefusedPlan | undefined }> => {
  const { invocation, request, input } = toDraft;
  const { settings, warn } = invocation;
  // Opening a folder fails as opening its rows does.
  const isPlan = await isPlanFile(input.path).catch(() => false);
  const drafted = isPlan ? await adoptPlan(toDraft) : await planFile(toDraft);
  for (const words of [
    filledWords(drafted),
    onlyOpenWords(drafted.draft.totals),
    await sentBeforeWords(drafted),
  ])
    if (words !== undefined) warn(words);
  const excess = excessOf(drafted.draft, request);
  if (excess && !settings.dryRun) throw excess;
  const faulty = request.options.skipInvalid || isPlan ? undefined : drafted.draft.faulty;
  return { drafted, problem: faulty ?? excess };
};

const planFile = async (toDraft: ToDraft): Promise<Drafted> => {
  const { invocation, request, input, path, control } = toDraft;
  const { io, settings, warn, nameListing } = invocation;
  const { operation, options } = request;
  const file = await openRowFile(
    input.path,
    input.called,
    options.sheet,
    operation.columns,
    options.ignoreExtra,
  );
  if (request.failedOut !== undefined) checkEnding(request.failedOut, file.form);
  const sha256 = await hashFile(input.path, input.called);
  const derivedFrom = options.deriveExternalId ? toDraft.derivedFrom(sha256) : undefined;
  const reader = readerFor(operation, file, { ...options, derivedFrom });
  const head = await headOf(toDraft, { sha256, path: input.isPiped ? undefined : input.path }, file.form);
  // Rows are read twice, and the listings of the first reading belong to its row numbers.
  const refuseChanged = async (): Promise<void> => {
    if ((await hashFile(input.path, input.called)) !== sha256) throw inputChanged(input.called);
  };
  const { onListings, stop } = watchListings(invocation);
  const draft = await makePlan(
    control.reader,
    {
      ...{ operation, source: askedByFile(file, reader), path, head, nameListing, onListings },
      // A dry run shows faults as part of the plan.
      skipInvalid: options.skipInvalid === true || settings.dryRun,
      onConflict: options.onConflict,
      clock: io.clock,
      createdLately: await latelyFor(operation, invocation),
      settleMs: invocation.settings.settleMs,
    },
    io.interruption,
  )
    .finally(stop)
    .catch(async (error: unknown) => {
      if (error instanceof RefusedPlan) await refuseChanged();
      throw error;
    });
  await refuseChanged();
  // Not before: for a program, an error is the only line on stderr.
  for (const remark of file.remarks?.() ?? []) warn(remark);
  return { invocation, operation, draft, sheet: file.sheet };
};

/** What this machine has created lately, for an operation that creates. */
export const latelyFor = async ({ listing }: RunRequest['operation'], invocation: Invocation) => {
  const { io } = invocation;
  return listing === 'may be there'
    ? createdLately(stateDirectory(io.env), await invocation.profile(), io.clock.now())
    : [];
};

export const headOf = async (
  { invocation, request, id }: Pick<ToDraft, 'invocation' | 'request' | 'id'>,
  input: PlanHead['input'],
  form: PlanHead['form'],
): Promise<PlanHead> => {
  const { name: profile, origin, clientId } = await invocation.profile();
  const { operation, options, planTo, shard, failedOut } = request;
  return {
    resalePlan: 1,
    ...{ id, operation: operation.name, origin, clientId, profile },
    createdAt: new Date(invocation.io.clock.now()).toISOString(),
    tool: version,
    ...{ input, form, options },
    ...(planTo !== undefined && { pinned: true }),
    // Who has agreed to a plan has agreed to the closings in it; only --yes agrees to others.
    mayCloseMore: invocation.settings.yes && options.maxClose === undefined,
    ...(shard ? { parts: shard.count } : { failedOut: failedOut && resolve(invocation.io.cwd, failedOut) }),
  };
};

/** A saved plan is taken as it is, with the service, the name and the consent of this run. */
const adoptPlan = async (toDraft: ToDraft): Promise<Drafted> => {
  const { invocation, request, input, path } = toDraft;
  const { operation } = request;
  try {
    const saved = await readPlan(input.path, false);
    await checkHead(saved.head, toDraft);
    if (request.failedOut !== undefined) checkEnding(request.failedOut, saved.head.form);
    const sha256 = await hashFile(input.path);
    const own = await headOf(
      toDraft,
      { sha256, madeOf: saved.head.input.sha256, path: input.isPiped ? undefined : input.path },
      saved.head.form,
    );
    const options = {
      ...saved.head.options,
      maxClose: own.options.maxClose,
      maxChange: own.options.maxChange,
    };
    const head = { ...own, options, pinned: true };
    const total = totalling(invocation.nameListing);
    const rows = async function* () {
      for await (const row of planRows(input.path, { isOwn: false, signal: invocation.io.interruption })) {
        total.add(row);
        yield row;
      }
    };
    const plan = await writePlan(path, head, rows());
    return {
      invocation,
      operation,
      draft: { plan, totals: total.totals(), faulty: undefined, found: undefined },
      isOlder: true,
    };
  } catch (error) {
    if (error instanceof DamagedRun) throw usage(`The plan ${input.called} can't be used: ${error.problem}`);
    throw error;
  }
};

/** A plan is for one command, one service and one client, and pins old values, so it excludes --on-conflict retry. */
const checkHead = async (head: PlanHead, { invocation, request }: ToDraft): Promise<void> => {
  const { origin, clientId } = await invocation.profile();
  const { operation } = request;
  if (head.operation !== operation.name)
    throw usage(`The plan is for ${head.operation}, not for ${operation.name}`);
  if (head.origin !== origin) throw usage(`The plan was made for ${head.origin}, not for ${origin}`);
  if (head.clientId !== clientId)
    throw usage(`The plan was made for the client ${head.clientId ?? 'none'}, not for ${clientId ?? 'none'}`);
  if (invocation.line.flags.onConflict === 'retry')
    throw new UsageError([
      { name: '--on-conflict', message: 'retry does not go with a plan, which pins the old values' },
    ]);
};

/** A plan exceeds a limit if the columns of the file have shifted. The share is one of all rows. */
const excessOf = (
  { totals: { rows, changes, closings } }: Draft,
  { options: { maxClose, maxChange } }: RunRequest,
): RefusedPlan | undefined => {
  if (maxClose !== undefined && closings > maxClose)
    return tooMuch(
      `the plan closes ${counted(closings, 'listing')}, and ${maxClose === 0 ? 'none' : `at most ${maxClose}`} may be closed`,
    );
  const percent = rows === 0 ? 0 : (changes / rows) * 100;
  if (maxChange !== undefined && percent > maxChange)
    return tooMuch(
      `the plan changes ${changes} of ${rows} rows (${percent.toFixed(1)} %), and at most ${maxChange} % may be changed`,
    );
  return undefined;
};
