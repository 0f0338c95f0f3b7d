/** Something on the way to the service is broken. What it was is shown by then. */
export class Unhealthy extends Error {
  override name = 'Unhealthy';
  constructor(
    readonly failed: readonly string[],
    /** The error behind the first of them, which decides what a script is told. */
    readonly first: unknown,
  ) {
    const [count, verb] = failed.length === 1 ? ['one check', 'has'] : [`${failed.length} checks`, 'have'];
    super(`${count} ${verb} failed: ${failed.join(', ')}`);
  }
}
