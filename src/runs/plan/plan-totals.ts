import type { FilledField } from '../../changes/operation.ts';
import { wantedBy } from '../../changes/step.ts';
import type { PriceRange } from '../../service/prices.ts';
import type { PlanRow } from './plan-lines.ts';
import { RowReasons } from './row-reasons.ts';

export interface PlanTotals {
  rows: number;
  /** Rows by effect: those of the operation, and `unchanged`, `skip`, `conflict`, `fault`. */
  effects: Readonly<Record<string, number>>;
  /** Rows that send something, and rows that close a listing. */
  changes: number;
  closings: number;
  inClosedListings: number;
  /** The largest number of a row: the inventory that it sets, or how many it adds. */
  largest: number;
  /** Creations without an external identifier: if an answer is lost, the listing can't be found. */
  unnamed: number;
  /** Of new listings; undefined if none has a price. */
  prices: (PriceRange & { count: number }) | undefined;
  /** The requests for grouped changes, and the size of the largest. */
  groups: { count: number; largest: number };
  /** How many items get each grade. */
  grades: Readonly<Record<string, number>>;
  onlyOpen: number;
  /** Rows that are sent from another inventory than was read. */
  moved: number;
  /** Rows that take up several lines, and the first and last line of the longest. */
  spanning: { count: number; longest: readonly [first: number, last: number] };
  filled: Readonly<Record<FilledField, number>>;
  /** Why rows are invalid or in conflict, including what only the comparison with the shop shows. */
  faults: RowReasons;
  /** The names of the first listings that the plan closes. */
  closingNames: readonly string[];
  hasNames: boolean;
}

/** Facts about a row that its line in the plan does not keep. */
interface Beside {
  lastLine?: number | undefined;
  filled?: FilledField | undefined;
  isOnlyOpen?: boolean;
  hasMoved?: boolean;
  /** Each fault of an invalid row; its error has them as one. */
  faults?: readonly string[] | undefined;
  /** The row says the id of its listing. */
  saysId?: boolean;
}

const mostClosed = 3;

/** Adds up what a plan does. `nameListing` gives a listing the name by which a terminal shows it. */
export const totalling = (nameListing: (id: string, name: string | undefined) => void) => {
  const byEffect: Record<string, number> = {};
  const totals = {
    rows: 0,
    changes: 0,
    closings: 0,
    inClosedListings: 0,
    largest: 0,
    unnamed: 0,
    onlyOpen: 0,
    moved: 0,
  };
  const groups = new Map<string, number>();
  const grades: Record<string, number> = {};
  const faults = new RowReasons();
  const closingNames: string[] = [];
  const filled = { shopId: 0, quantity: 0, unpinned: 0 };
  const spanning: { count: number; longest: [number, number] } = { count: 0, longest: [0, 0] };
  let prices: PlanTotals['prices'];
  let hasNames = false;

  const addChange = (row: PlanRow): void => {
    const { closes, isClosed, payload, group, name, id, effect } = row;
    totals.changes += 1;
    if (closes) totals.closings += 1;
    totals.largest = Math.max(totals.largest, row.delta ?? row.to ?? 0);
    if (isClosed && wantedBy(row) !== 0) totals.inClosedListings += 1;
    if (effect === 'create' && payload?.externalIdentifier == null) totals.unnamed += 1;
    const price = payload?.originalPrice;
    if (typeof price === 'number')
      prices = {
        least: Math.min(price, prices?.least ?? price),
        most: Math.max(price, prices?.most ?? price),
        count: (prices?.count ?? 0) + 1,
      };
    if (effect === 'grade') {
      const grade = String(payload?.condition);
      grades[grade] = (grades[grade] ?? 0) + 1;
    }
    if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1);
    if (closes && closingNames.length < mostClosed) closingNames.push(name ?? id ?? '');
  };

  const addError = ({ line, name, id, effect, error }: PlanRow, own: Beside): void => {
    if (!error) return;
    const { code, message } = error;
    // For programs, what names the listing in the row names it here.
    const named = own.saysId || !id || !name ? message : message.replaceAll(id, name);
    const isQuoted = (own.faults ?? [named])
      .map((one) => faults.add({ outcome: effect, error: { code, message: one }, line }))
      .includes(true);
    if (isQuoted && id && code !== 'not-found') nameListing(id, name);
  };

  return {
    add(row: PlanRow, beside: Beside = {}): void {
      const { effect, line, name } = row;
      const { lastLine, isOnlyOpen, hasMoved } = beside;
      totals.rows += 1;
      hasNames ||= name !== undefined;
      if (isOnlyOpen) totals.onlyOpen += 1;
      if (hasMoved) totals.moved += 1;
      if (lastLine !== undefined) {
        spanning.count += 1;
        const [first, last] = spanning.longest;
        if (lastLine - line > last - first) spanning.longest = [line, lastLine];
      }
      byEffect[effect] = (byEffect[effect] ?? 0) + 1;
      if (beside.filled && effect !== 'fault' && effect !== 'skip') filled[beside.filled] += 1;
      if (row.outcome === undefined) addChange(row);
      else addError(row, beside);
    },
    totals(): PlanTotals {
      let largest = 0;
      for (const size of groups.values()) largest = Math.max(largest, size);
      const known = {
        ...totals,
        prices,
        grades,
        effects: byEffect,
        faults,
        closingNames,
        filled,
        spanning,
        hasNames,
      };
      return { ...known, groups: { count: groups.size, largest } };
    },
  };
};
