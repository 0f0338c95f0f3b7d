import { explain } from '../failure/explain.ts';
import { Failure } from '../failure/failure.ts';

/** Some checks failed. Each was explained when it was shown. */
export class Unhealthy extends Failure {
  constructor(
    readonly failed: readonly string[],
    /** The error of the first of them, which decides the exit code. */
    first: unknown,
  ) {
    const [count, verb] = failed.length === 1 ? ['one check', 'has'] : [`${failed.length} checks`, 'have'];
    super(`${count} ${verb} failed: ${failed.join(', ')}`, { code: 'unhealthy', exit: explain(first).exit });
  }
}
