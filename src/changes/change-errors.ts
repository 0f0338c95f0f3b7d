import { Failure, Interrupted, type Meaning } from '../failure/failure.ts';
import { CallError } from '../http/call-error.ts';
import { proposal } from '../words/advice.ts';
import type { InventorySnapshot } from './inventory-snapshot.ts';

/** The inventory is not the expected one; nothing changed. */
export class Conflict extends Failure<'conflict'> {
  /** The inventory as it was read, after a refusal if there was one. */
  readonly actual: number;

  constructor(
    readonly id: string,
    readonly expected: number,
    /** The listing as it was read. */
    readonly seen: Pick<InventorySnapshot, 'inventory' | 'isClosed'>,
    readonly wanted: number,
    /** The service's refusal, if the change was sent. */
    refusal: Pick<Meaning, 'status' | 'requestId'> = {},
  ) {
    const actual = seen.inventory;
    super(`the inventory of ${id} is ${actual}, not ${expected} as expected; ${wanted} was wanted`, {
      ...refusal,
      code: 'conflict',
      exit: 'conflict',
      inWords: `${id} is at ${actual}, not ${expected}.`,
      message: `Conflict: the inventory of ${id} was expected to be ${expected} and is ${actual}; ${wanted} was wanted`,
      hint: 'Nothing was changed. Somebody else changed it at the same time: try again.',
      field: 'oldInventory',
    });
    this.actual = actual;
  }
}

/** The change would take the inventory below 0 or above the largest safe integer; nothing was sent. */
export class OutOfRange extends Failure<'below-zero' | 'too-large'> {
  constructor(
    readonly id: string,
    readonly actual: number,
    wanted: number,
  ) {
    const where = wanted < 0 ? 'below 0' : `above ${Number.MAX_SAFE_INTEGER}`;
    super(`the inventory of ${id} is ${actual}: a change by ${wanted - actual} would take it ${where}`, {
      code: wanted < 0 ? 'below-zero' : 'too-large',
      exit: 'usage',
      hint: `Nothing was changed. ${
        wanted < 0
          ? `It can go down by ${actual} at most`
          : `It can go up by ${Number.MAX_SAFE_INTEGER - actual} at most`
      }.`,
      field: 'inventoryAdjustment',
    });
  }
}

/** A change was sent and not confirmed. */
export class UnknownOutcome extends Failure<'unknown'> {
  /** A later look may tell more: the user did not wait, or the service could not be read. */
  readonly isUnread: boolean;
  constructor(
    readonly of: {
      clause: string;
      id: string | undefined;
      name?: string | undefined;
      before: number | null;
      probe?: unknown;
    },
    /** A clause. */
    readonly evidence: string,
    {
      cause,
      found = [],
      isUnread = false,
    }: { cause: unknown; found?: readonly string[]; isUnread?: boolean },
  ) {
    const named = of.id ?? of.name;
    const toLookAt = found.length === 0 && of.probe && named !== undefined ? [named] : found;
    super(
      `${of.clause} was sent but not confirmed: ${evidence}`,
      {
        code: 'unknown',
        exit: interruptedBy(cause)?.meaning.exit ?? 'unknown',
        inWords: `${of.clause} is in doubt: ${evidence}.`,
        hint:
          toLookAt.length > 0
            ? (here) => proposal('Look at it before you send anything again:', here('listings get', toLookAt))
            : "The service can't be asked whether it arrived: find out otherwise before you send it again.",
      },
      { cause },
    );
    this.isUnread = isUnread || (cause instanceof CallError && cause.reason === 'interrupted');
  }
}

const interruptedBy = (error: unknown): Interrupted | undefined =>
  error instanceof CallError && error.cause instanceof Interrupted ? error.cause : undefined;

/** The change would close the listing without permission; nothing was sent. */
export class WouldClose extends Failure<'would-close'> {
  constructor(
    readonly id: string,
    readonly actual: number,
  ) {
    super(`the inventory of ${id} would go from ${actual} to 0, which closes the listing`, {
      code: 'would-close',
      exit: 'usage',
      hint: 'Nothing was changed. Leave out --no-close and use --yes to close it.',
    });
  }
}

export const onConflictChoices = ['fail', 'skip', 'retry'] as const;
export type OnConflict = (typeof onConflictChoices)[number];
