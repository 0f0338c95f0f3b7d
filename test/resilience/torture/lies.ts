import type { Entry, Ledger } from '../../support/ledger.ts';
import type { Report } from '../../support/warehouse.ts';
import { isOf, type JobRow } from './jobs.ts';

/** What the ledger says otherwise about a row. */
export const lies = (row: JobRow, word: Report, ledger: Ledger): string[] => {
  const entries = ledger.entriesOf(row.subject).filter((entry) => isOf(row, entry));
  const twice = entries.length > 1 ? [`${word.outcome}, and applied ${entries.length} times`] : [];
  switch (word.outcome) {
    case 'unknown':
      return twice;
    case 'applied':
      return [...twice, ...appliedLies(row, word, entries[0], ledger)];
    case 'converged':
      return isThere(row, word, ledger)
        ? twice
        : [...twice, `converged to ${word.after}, which was never there`];
    default:
      return entries.length > 0 ? [`${word.outcome}, and applied ${entries.length} times`] : [];
  }
};

const appliedLies = (row: JobRow, word: Report, entry: Entry | undefined, ledger: Ledger): string[] => {
  if (entry === undefined) return ['applied, and the ledger knows nothing of it'];
  const wasAnswered = ledger
    .arrivalsOf(row.subject)
    .some((arrival) => arrival.left === 'confirmed' && isOf(row, arrival));
  return [
    ...(isSame(entry, word)
      ? []
      : [`applied as ${JSON.stringify(word)}, and in the ledger as ${inWords(entry)}`]),
    ...(wasAnswered ? [] : ['applied, and no answer ever said so']),
  ];
};

const isSame = (entry: Entry, { id, before, after }: Report): boolean => {
  if (entry.created !== undefined) return entry.created === id;
  return entry.body.items ? entry.subject === id : entry.before === before && entry.after === after;
};

const inWords = ({ before, after, created }: Entry): string => created ?? `${before} → ${after}`;

const isThere = (row: JobRow, { id, after }: Report, ledger: Ledger): boolean => {
  const listing = ledger.listings.get(id ?? '');
  if (listing === undefined) return false;
  return after === null ? listing.externalIdentifier === row.subject : listing.history.includes(after);
};
