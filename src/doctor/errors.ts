import { explain } from '../failure/explain.ts';
import { Failure } from '../failure/failure.ts';
import type { Finding } from './check.ts';

/** Some checks failed. Each was explained when it was shown; the first one decides the exit code. */
export class Unhealthy extends Failure {
  constructor(failed: readonly Pick<Finding, 'check' | 'error'>[]) {
    const [count, verb] = failed.length === 1 ? ['one check', 'has'] : [`${failed.length} checks`, 'have'];
    super(`${count} ${verb} failed: ${failed.map(({ check }) => check).join(', ')}`, {
      code: 'unhealthy',
      exit: explain(failed[0]?.error).exit,
    });
  }
}

/** The error about those of some checks that failed; undefined if none did. */
export const unhealthy = (findings: readonly Finding[]): Unhealthy | undefined => {
  const failed = findings.filter(({ status }) => status === 'failed');
  return failed.length === 0 ? undefined : new Unhealthy(failed);
};
