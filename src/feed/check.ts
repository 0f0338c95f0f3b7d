import { type BrokenRule, brokenRulesOf } from '../service/broken-rules.ts';
import { product } from '../service/feed.ts';

/** How well a feed's entries match the documented fields. */
export interface FeedCheck {
  entries: number;
  /** How many entries break a rule. */
  differing: number;
  /** How many faults each field has. */
  faultsByField: Record<string, number>;
  /** How many entries have each undocumented field: these may belong to another dialect. */
  unknownFields: Record<string, number>;
  /** The first faults, each with the number of its entry, counted from 1. */
  firstFaults: (BrokenRule & { entry: number })[];
}

const faultsShown = 20;

/** Checks every entry against the documented fields. Other fields are counted, but are not faults. */
export const checkProducts = async (batches: AsyncIterable<readonly object[]>): Promise<FeedCheck> => {
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

const checkEntry = (entry: object, check: FeedCheck): void => {
  check.entries += 1;
  for (const field of undocumented(entry)) check.unknownFields[field] = (check.unknownFields[field] ?? 0) + 1;
  const { error } = product.safeParse(entry, { reportInput: true });
  if (!error) return;
  check.differing += 1;
  for (const fault of brokenRulesOf(error)) {
    const field = fault.path.split(/[.[]/, 1)[0] as string;
    check.faultsByField[field] = (check.faultsByField[field] ?? 0) + 1;
    if (check.firstFaults.length < faultsShown) check.firstFaults.push({ entry: check.entries, ...fault });
  }
};

/** The names of an entry's fields that are not documented. */
const undocumented = (entry: object): string[] =>
  Object.keys(entry).filter((field) => !Object.hasOwn(product.shape, field));

/** Deployments have another word for this field. */
const renamedWord = 'commerce';
const renamedFields = Object.keys(product.shape).filter((field) => field.startsWith(renamedWord));

/** Looks for fields that the deployment seems to call by other names than the dialect says. */
export const watchFieldNames = () => {
  const documented = new Set<string>();
  const others = new Set<string>();
  return {
    see(entry: object): void {
      for (const field of Object.keys(entry))
        (Object.hasOwn(product.shape, field) ? documented : others).add(field);
    },
    /** Documented fields that no product had, each with the fields that have the same ending: `commerceTags`, `martTags`. */
    suspects: (): [field: string, alike: string[]][] =>
      renamedFields
        .filter((field) => !documented.has(field))
        .map((field): [string, string[]] => [
          field,
          [...others].filter((name) => name.endsWith(field.slice(renamedWord.length))),
        ])
        .filter(([, alike]) => alike.length > 0),
  };
};
