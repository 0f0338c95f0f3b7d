import type { Graded } from '../../service/grading.ts';
import type { Result } from '../../terminal/columns.ts';
import { gradedColumns as columns } from './flags.ts';

/** What the service made of a shipment: one item by itself, several as a list. */
export const gradedResult = ({ items }: Graded): Result => {
  const [only] = items;
  return items.length === 1 && only
    ? { kind: 'record', record: only, columns }
    : { kind: 'records', records: items, columns };
};
