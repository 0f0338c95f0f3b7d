import { type Fault, faultsOf } from '../service/faults.ts';
import { product } from '../service/feed.ts';
import { undocumented } from './misnamed.ts';

/** How a feed's entries compare with the documented fields. */
export interface FeedCheck {
  entries: number;
  /** How many entries break a rule. */
  differing: number;
  /** How many faults each field has; an entry that is no object counts under an empty name. */
  faultsByField: Record<string, number>;
  /** How many entries have which fields that are not documented: another dialect may be theirs. */
  unknownFields: Record<string, number>;
  /** The first faults, each with the number of its entry, 1 first. */
  firstFaults: (Fault & { entry: number })[];
}

const faultsShown = 20;

/** Holds every entry against the documented fields. Fields beyond those are counted, and no fault. */
export const checkProducts = async (batches: AsyncIterable<readonly unknown[]>): Promise<FeedCheck> => {
  const check: FeedCheck = {
    entries: 0,
    differing: 0,
    faultsByField: {},
    unknownFields: {},
    firstFaults: [],
  };
  for await (const batch of batches) for (const entry of batch) checkEntry(entry, check);
  return check;
};

const checkEntry = (entry: unknown, check: FeedCheck): void => {
  check.entries += 1;
  for (const field of undocumented(entry)) check.unknownFields[field] = (check.unknownFields[field] ?? 0) + 1;
  const { error } = product.safeParse(entry, { reportInput: true });
  if (!error) return;
  check.differing += 1;
  for (const fault of faultsOf(error)) {
    const field = fault.path.split(/[.[]/, 1)[0] as string;
    check.faultsByField[field] = (check.faultsByField[field] ?? 0) + 1;
    if (check.firstFaults.length < faultsShown) check.firstFaults.push({ entry: check.entries, ...fault });
  }
};
