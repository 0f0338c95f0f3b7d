import { explain } from '../failure/explain.ts';
import { Failure } from '../failure/failure.ts';
import type { Finding } from './finding.ts';

/** Some checks failed. Each was explained when it was shown. */
export class Unhealthy extends Failure {
  constructor(
    failed: readonly string[],
    /** The error of the first of them, which decides the exit code. */
    first: unknown,
  ) {
    const [count, verb] = failed.length === 1 ? ['one check', 'has'] : [`${failed.length} checks`, 'have'];
    super(`${count} ${verb} failed: ${failed.join(', ')}`, { code: 'unhealthy', exit: explain(first).exit });
  }
}

/** The error about those of some checks that failed; undefined if none did. */
export const unhealthy = (findings: readonly Finding[]): Unhealthy | undefined => {
  const failed = findings.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return undefined;
  return new Unhealthy(
    failed.map(({ check }) => check),
    failed[0]?.error,
  );
};
