import { explain } from '../failure/explain.ts';
import { Failure } from '../failure/failure.ts';

/** Something on the way to the service is broken; each failure was explained where it was shown. */
export class Unhealthy extends Failure {
  constructor(
    readonly failed: readonly string[],
    /** The error behind the first of them, which decides what a script is told. */
    first: unknown,
  ) {
    const [count, verb] = failed.length === 1 ? ['one check', 'has'] : [`${failed.length} checks`, 'have'];
    super(`${count} ${verb} failed: ${failed.join(', ')}`, { code: 'unhealthy', exit: explain(first).exit });
  }
}
