import { closes } from '../changes/change.ts';
import type { GradedItem } from '../service/grading.ts';
import type { ListingCreation } from '../service/listing.ts';
import type { RowError } from './outcome.ts';

/** What is to be done about a row, decided from the row and from what the shop holds. */
export type Step =
  /** Replace a known inventory. A pinned one must not be replaced from any other value. */
  | {
      kind: 'set';
      id: string;
      from: number;
      to: number;
      isClosed: boolean;
      pinned: boolean;
      wanted: (current: number) => number;
    }
  /** Add to whatever is there. */
  | { kind: 'adjust'; id: string; delta: number; from: number; isClosed: boolean }
  | { kind: 'create'; payload: ListingCreation & { externalIdentifier: string } }
  | { kind: 'grade'; shipment: string; item: GradedItem }
  /** The inventory is the one wanted. */
  | { kind: 'unchanged'; id: string; at: number }
  /** The inventory is known not to be the one expected. */
  | { kind: 'conflict'; id: string; expected: number; actual: number; wanted: number }
  /** The listing is there already. */
  | { kind: 'present'; id: string }
  | { kind: 'fault'; error: RowError };

/** What a plan says of a step, before anything is sent. */
export type Effect = 'change' | 'close' | 'create' | 'grade' | 'none' | 'skip' | 'conflict' | 'fault';

export const effectOf = (step: Step): Effect => {
  switch (step.kind) {
    case 'set':
      return closes(step) ? 'close' : 'change';
    case 'adjust':
      return closes({ ...step, to: step.from + step.delta }) ? 'close' : 'change';
    case 'create':
    case 'grade':
      return step.kind;
    case 'unchanged':
      return 'none';
    case 'present':
      return 'skip';
    case 'conflict':
    case 'fault':
      return step.kind;
  }
};

/** Whether a step changes the inventory of a listing that is CLOSED, and stays so whatever its inventory becomes. */
export const staysClosed = (step: Step): boolean => 'isClosed' in step && step.isClosed;
