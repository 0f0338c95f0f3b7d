import { explain, Failure } from '../failure/failure.ts';
import { notTheServices } from '../http/call-meaning.ts';
import type { Invocation } from '../line/invocation.ts';
import { type Advice, mapped } from '../words/advice.ts';

export interface CheckResult {
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** The request of the check, if its name does not tell. */
  tried?: string | undefined;
  found: string;
  advice?: Advice | undefined;
  set?: Readonly<Record<string, string>> | undefined;
  error?: unknown;
  /** The failed check that prevented this one. A screen leaves it out. */
  after?: string | undefined;
}

export interface Finding extends CheckResult {
  check: string;
}

export interface Check {
  name: string;
  needs?: readonly string[];
  run(): CheckResult | Promise<CheckResult>;
}

type More = Pick<CheckResult, 'tried' | 'advice' | 'set'>;

export const ok = (found: string, more: More = {}): CheckResult => ({ status: 'ok', found, ...more });

export const warning = (found: string, advice: Advice, more: More = {}): CheckResult => ({
  status: 'warning',
  found,
  advice,
  ...more,
});

export const skipped = (found: string, more: More = {}): CheckResult => ({
  status: 'skipped',
  found,
  ...more,
});

/** Explains an error like any other command, but without the advice to run the doctor. */
export const failed = (error: unknown): CheckResult => {
  const { message, hint, code } = explain(error);
  const advice = code === 'not-the-service' ? notTheServices : hint;
  return { status: 'failed', found: message, advice, error };
};

/** Runs the checks in order, and masks credentials in the findings. A check that throws has failed; the others still run. */
export async function* examine(
  checks: AsyncIterable<Check>,
  { io, redact }: Pick<Invocation, 'io' | 'redact'>,
): AsyncGenerator<Finding> {
  const failures = new Map<string, string>();
  for await (const { name, needs = [], run } of checks) {
    const failure = needs.map((need) => failures.get(need)).find(Boolean);
    const outcome =
      failure === undefined
        ? await (async () => run())().catch(failed)
        : { ...skipped(`not tried, because ${failure} failed`), after: failure };
    io.interruption.throwIfAborted();
    const cause = outcome.status === 'failed' ? name : failure;
    if (cause !== undefined) failures.set(name, cause);
    const { found, tried, advice } = outcome;
    const masked = {
      found: redact(found),
      tried: tried && redact(tried),
      advice: advice && mapped(advice, redact),
    };
    yield { check: name, ...outcome, ...masked };
  }
}

/**
 * The error about failed checks; undefined if there are none. Each is already explained; the first determines the exit code. A
 * terminal shows the `counts`.
 */
export const unhealthy = (
  findings: readonly Pick<Finding, 'check' | 'status' | 'error'>[],
  counts: string,
): Failure | undefined => {
  const all = findings.filter(({ status }) => status === 'failed');
  if (all.length === 0) return undefined;
  const [count, verb] = all.length === 1 ? ['one check', 'has'] : [`${all.length} checks`, 'have'];
  return new Failure(`${count} ${verb} failed: ${all.map(({ check }) => check).join(', ')}`, {
    code: 'unhealthy',
    exit: explain(all[0]?.error).exit,
    inWords: counts,
  });
};
