import { counted } from '../words/counted.ts';

/** What a step does to the shop. */
export type Effect = 'change' | 'close' | 'create' | 'grade';

interface EffectWords {
  /** Follows a number of rows: `to close`. */
  planned: string;
  /** `closes 2 listings` */
  does(count: number): string;
  /** Scripts may do it without --yes, because it can be put right later. */
  needsNoYes?: true;
}

export const effects: Readonly<Record<Effect, EffectWords>> = {
  change: {
    planned: 'to change',
    does: (count) => `changes ${counted(count, 'inventory', 'inventories')}`,
    needsNoYes: true,
  },
  close: { planned: 'to close', does: (count) => `closes ${counted(count, 'listing')}` },
  create: { planned: 'to create', does: (count) => `creates ${counted(count, 'listing')}`, needsNoYes: true },
  grade: { planned: 'to grade', does: (count) => `grades ${counted(count, 'item')}`, needsNoYes: true },
};
