/** What one of two compared feeds held. */
export interface SideTally {
  entries: number;
  /** Entries left out since the feed had their productID before. */
  duplicates: number;
  /** Entries left out since they have no productID. */
  withoutID: number;
}

/** Counts of a comparison; whole once its last change was given. */
export interface DiffTally {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  before: SideTally;
  after: SideTally;
}

export const emptyTally = (): DiffTally => ({
  added: 0,
  removed: 0,
  changed: 0,
  unchanged: 0,
  before: { entries: 0, duplicates: 0, withoutID: 0 },
  after: { entries: 0, duplicates: 0, withoutID: 0 },
});
