import type { Column, Shown } from '../../terminal/columns.ts';
import type { RecordedRun } from './files.ts';

/** A run: what it did, to what, and how far it came. */
export const runColumns: readonly Column[] = [
  { field: 'run', title: 'RUN', whole: true },
  { field: 'operation', title: 'OPERATION' },
  { field: 'state', title: 'STATE' },
  { field: 'rows', title: 'ROWS', align: 'right' },
  { field: 'applied', title: 'APPLIED', align: 'right' },
  { field: 'refused', title: 'REFUSED', align: 'right' },
  { field: 'unknown', title: 'UNKNOWN', align: 'right' },
];

/** What a run also tells, beside its columns. */
export const runFields: readonly string[] = ['profile', 'createdAt'];

/** A run is finished once it reached all rows; it needs a person as long as a row is unknown. */
export const shownRun = ({ directory, manifest, state }: RecordedRun): Shown => {
  const { applied, converged, refused } = state.counts();
  const unknown = state.unknownRows().length;
  return {
    run: directory.id,
    operation: manifest.undoes ? `undo of ${manifest.undoes}` : manifest.operation,
    state: state.end === undefined ? 'unfinished' : unknown > 0 ? 'unresolved' : 'finished',
    rows: manifest.rows,
    applied: applied + converged,
    refused,
    unknown,
    profile: manifest.profile ?? manifest.origin,
    createdAt: manifest.createdAt,
  };
};
