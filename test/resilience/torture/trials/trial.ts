import type { Mode } from '../jobs.ts';
import type { Shop } from '../shop.ts';

/** What a trial found. */
export interface Verdict {
  misses: string[];
  /** Rows that were done. */
  changes: number;
  /** The fault did not come to pass: there are not so many calls to fail. */
  survived?: boolean;
}

/** One way of tormenting the tool. The same mode, number and count of rows do the same again. */
export type Trial = (shop: Shop, mode: Mode, number: number, rows: number) => Promise<Verdict>;
