/** The inventory was not what the change was made from; nothing changed. */
export class Conflict extends Error {
  override name = 'Conflict';
  readonly code = 'conflict';
  constructor(
    readonly id: string,
    readonly expected: number,
    readonly actual: number,
    readonly wanted: number,
  ) {
    super(`the inventory of ${id} is ${actual}, not ${expected} as expected; ${wanted} was wanted`);
  }
}

/** The change would take the inventory below nothing; nothing was sent. */
export class BelowZero extends Error {
  override name = 'BelowZero';
  readonly code = 'below-zero';
  constructor(
    readonly id: string,
    readonly actual: number,
    readonly delta: number,
  ) {
    super(`the inventory of ${id} is ${actual}: a change by ${delta} would take it below 0`);
  }
}

/** A change was sent and not confirmed: it may or may not have been applied. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome';
  readonly code = 'unknown';
  constructor(
    /** What was to happen, as a clause: `setting the inventory of … from 3 to 2`. */
    readonly change: string,
    /** What is known since, as a clause. */
    readonly evidence: string,
    options: { cause: unknown; found?: readonly string[] },
  ) {
    super(`${change} was sent but not confirmed: ${evidence}`, { cause: options.cause });
    this.found = options.found ?? [];
  }
  /** Identifiers of listings that may be the result. */
  readonly found: readonly string[];
}

/** The change would close the listing, and nobody said that it may; nothing was sent. */
export class WouldClose extends Error {
  override name = 'WouldClose';
  readonly code = 'would-close';
  constructor(
    readonly id: string,
    readonly actual: number,
  ) {
    super(`the inventory of ${id} would go from ${actual} to 0, which closes the listing`);
  }
}
