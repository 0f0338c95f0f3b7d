import { expect, test } from 'vitest';
import { closesListing } from '../../src/changes/inventory-snapshot.ts';
import { hasStockWhereClosed, type Outcome } from '../../src/changes/outcome.ts';
import { table } from '../support/table.ts';

const closed: Readonly<Record<string, boolean>> = { OPEN: false, CLOSED: true };

// What it had before does not matter: a listing may be OPEN with 0.
test.each(
  table(`
    0 → ? → true
    0 → OPEN → true
    0 → CLOSED → false
    1 → ? → false
    5 → OPEN → false
  `),
)('to %s, read as %s: the change closes its listing: %s', (to, state = '?', expected) => {
  expect(String(closesListing(Number(to), closed[state]))).toBe(expected);
});

// State is read, never concluded from an inventory of 0; an answer or a later reading may say that it is OPEN again.
test.each(
  table(`
    CLOSED → applied → 3 → ? → true
    CLOSED → converged → 3 → CLOSED → true
    CLOSED → unchanged → 3 → ? → false
    CLOSED → applied → 3 → OPEN → false
    CLOSED → applied → 0 → ? → false
    CLOSED → refused → 3 → ? → false
    OPEN → applied → 3 → ? → false
    ? → applied → 3 → ? → false
  `),
)(
  'read as %s, then %s with %s, and %s afterwards: there is stock in a listing that was closed: %s',
  (...cells) => {
    const [before = '?', outcome, after, state, expected] = cells;
    const wasClosed = closed[before];
    const done = { outcome: outcome as Outcome, after: Number(after), wasClosed };
    expect(String(hasStockWhereClosed({ ...done, ...(state !== '?' && { state }) }))).toBe(expected);
  },
);
