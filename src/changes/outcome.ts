/**
 * What became of a change:
 * - applied: the service confirmed it
 * - converged: not confirmed, but the value is the one wanted (who wrote it can't be proved)
 * - unchanged: the value was the one wanted already, nothing was sent
 * - skipped: given up at a conflict, as the user asked
 */
export type Outcome = 'applied' | 'converged' | 'unchanged' | 'skipped';

/** A change of one listing's inventory as it is reported: the service's own fields, and what happened. */
export interface InventoryChange {
  id: string;
  availableInventory: number;
  outcome: Outcome;
  /** The inventory that the change was made from. */
  before: number;
  /** The inventory now. */
  after: number;
}
