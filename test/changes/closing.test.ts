import { expect, test } from 'vitest';
import { closesListing, mayBeClosed } from '../../src/changes/inventory-snapshot.ts';
import { table } from '../support/table.ts';

const closed: Readonly<Record<string, boolean>> = { OPEN: false, CLOSED: true };

test.each(
  table(`
    5 → 0 → ? → true
    5 → 0 → OPEN → true
    5 → 0 → CLOSED → false
    5 → 1 → ? → false
    0 → 0 → ? → false
    0 → 5 → ? → false
  `),
)('from %s to %s, read as %s: the change closes its listing: %s', (from, to, state = '?', expected) => {
  expect(String(closesListing(Number(from), Number(to), closed[state]))).toBe(expected);
});

// The last OPEN one was sold out after it was read; of those without a state, nobody knows.
test.each(
  table(`
    0 → CLOSED → 0 → 3 → true
    5 → CLOSED → 5 → 3 → true
    5 → CLOSED → 5 → 0 → false
    5 → OPEN → 5 → 3 → false
    0 → OPEN → 0 → 3 → false
    5 → OPEN → 0 → 3 → true
    0 → ? → 0 → 3 → true
    5 → ? → 5 → 3 → false
    ? → ? → 0 → 3 → true
    ? → ? → 1 → 4 → false
  `),
)('read at %s as %s, then from %s to %s: items are left in a listing that may be CLOSED: %s', (...cells) => {
  const [inventory, state = '?', before, after, expected] = cells;
  const read = { isClosed: closed[state], ...(inventory === '?' ? {} : { inventory: Number(inventory) }) };
  const done = { outcome: 'applied', before: Number(before), after: Number(after) } as const;
  expect(String(mayBeClosed(read, done))).toBe(expected);
});
