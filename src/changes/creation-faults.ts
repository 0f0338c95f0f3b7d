import { type BrokenRule, brokenRules } from '../service/broken-rules.ts';
import { listingCreation } from '../service/listing.ts';
import { nameFault } from '../service/typed-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * All that is wrong with a new listing: broken rules of the service, and what it would accept although nobody means it, such
 * as a blank SKU.
 */
export const creationFaults = (payload: Fields, anyConstants: boolean): BrokenRule[] => {
  const broken = brokenRules(listingCreation, payload, { anyConstants });
  const known = new Set(broken.map(({ path }) => path));
  return [...broken, ...slips(payload).filter(({ path }) => !known.has(path))];
};

const slips = (payload: Fields): BrokenRule[] => [...blankTexts(payload), ...oddNames(payload)];

/** Free texts, which may be blank. */
const freeTexts: ReadonlySet<string> = new Set(['description', 'metadata', 'images']);

const blankTexts = (payload: Fields): BrokenRule[] =>
  Object.entries(payload)
    .filter(([name]) => !freeTexts.has(name))
    .flatMap(([name, value]) => blankPlaces(value, name).map((path) => ({ path, message: 'is blank' })));

const blankPlaces = (value: unknown, path: string): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((part, index) => blankPlaces(part, `${path}[${index}]`));
  return Object.entries(value ?? {}).flatMap(([name, part]) => blankPlaces(part, `${path}.${name}`));
};

const oddNames = (payload: Fields): BrokenRule[] =>
  ['manualProductOptions', 'metadata'].flatMap((path) =>
    Object.keys(payload[path] ?? {}).flatMap((name) => {
      const message =
        nameFault(name) ??
        (path === 'manualProductOptions' && notOptions.has(name)
          ? `must not have ${name}, which is a field of its own`
          : undefined);
      return message === undefined ? [] : [{ path, message }];
    }),
  );

/** Fields of a listing that nobody means as an option; the service would accept them as one. */
const notOptions: ReadonlySet<string> = new Set([
  'shopId',
  'productDataSourceType',
  'productIdentifier',
  'originalPrice',
  'externalIdentifier',
  'commercePlatformDomain',
]);
