import { brokenRulesOf } from '../service/broken-rules.ts';
import { product } from '../service/product.ts';
import { tooManyProducts } from './feed-errors.ts';
import { maxProducts, TextCounts } from './limits.ts';

/** How well a feed's entries match the documented fields. */
export interface FeedCheck {
  entries: number;
  differing: number;
  faultsByField: Record<string, number>;
  /** How many entries have each undocumented field: these may belong to another dialect. At most 100,000 are named. */
  unknownFields: Record<string, number>;
  /** The first faults, each with the number of its entry, counted from 1. */
  firstFaults: { entry: number; path: string; message: string }[];
}

const faultsShown = 20;

/** Checks every entry against the documented fields. Other fields are counted, but are not faults. Fails with `tooManyProducts`. */
export const checkProducts = async (batches: AsyncIterable<readonly object[]>): Promise<FeedCheck> => {
  const check: FeedCheck = {
    entries: 0,
    differing: 0,
    faultsByField: {},
    unknownFields: {},
    firstFaults: [],
  };
  const unknown = new TextCounts();
  for await (const batch of batches)
    for (const entry of batch) {
      for (const field of undocumented(entry)) unknown.add(field);
      checkEntry(entry, check);
    }
  return { ...check, unknownFields: Object.fromEntries(unknown.entries()) };
};

const checkEntry = (entry: object, check: FeedCheck): void => {
  check.entries += 1;
  if (check.entries > maxProducts) throw tooManyProducts(maxProducts);
  const { error } = product.safeParse(entry, { reportInput: true });
  if (!error) return;
  check.differing += 1;
  for (const { path, message } of brokenRulesOf(error)) {
    const field = path.split(/[.[]/, 1)[0] as string;
    check.faultsByField[field] = (check.faultsByField[field] ?? 0) + 1;
    if (check.firstFaults.length < faultsShown)
      check.firstFaults.push({ entry: check.entries, path, message });
  }
};

const undocumented = (entry: object): string[] =>
  Object.keys(entry).filter((field) => !Object.hasOwn(product.shape, field));
