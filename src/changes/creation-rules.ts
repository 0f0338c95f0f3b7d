import { type BrokenRule, brokenRules } from '../service/broken-rules.ts';
import { errorValues, uncleanName } from '../service/clean-name.ts';
import { conditions, sources } from '../service/constants.ts';
import { listingCreation } from '../service/listing.ts';
import { nameFault } from '../service/typed-values.ts';
import { exampleName, type RowColumn } from './operation.ts';

export const creationColumns: readonly RowColumn[] = [
  {
    name: 'externalIdentifier',
    about:
      'your own identifier, which no open listing has; may be empty, but then a lost answer stays unknown',
    example: exampleName,
    flag: 'external-id',
  },
  {
    name: 'shopId',
    about: 'identifier of the shop; may be empty if --shop-id or the profile says it',
    flag: 'shop-id',
    isShared: true,
  },
  {
    name: 'condition',
    about: `one of ${conditions.join(', ')}`,
    example: 'GOOD',
    isShared: true,
  },
  {
    name: 'productDataSourceType',
    about: `one of ${sources.join(', ')}`,
    example: 'MANUAL_PRODUCT_OPTIONS',
    flag: 'source',
    isShared: true,
  },
  {
    name: 'productIdentifier',
    about: 'the SKU or product variant identifier; empty for manual options',
    flag: 'product-id',
  },
  {
    name: 'manualProductOptions.title',
    about: 'title, of an item that no platform knows',
    example: 'Wool coat',
    flag: 'title',
  },
  {
    name: 'manualProductOptions.categories',
    about: 'its categories, separated by |',
    example: 'Coats|Women',
    flag: 'category',
  },
  {
    name: 'manualProductOptions.NAME',
    about: 'something else that identifies such an item, such as manualProductOptions.size',
    flag: 'option',
  },
  {
    name: 'originalPrice',
    about: 'price when new, in the smallest unit of the currency: 12900; or use the next column',
    holds: 'price',
  },
  {
    name: 'originalPriceMajor',
    about: 'the same as it is on a label: 129.95',
    example: '129.95',
    holds: 'price',
  },
  { name: 'description', about: 'text that buyers see' },
  {
    name: 'images',
    about: 'addresses of pictures, each with notes after a space if you like, separated by |',
    example: 'https://images.example/1.jpg front|https://images.example/2.jpg',
    flag: 'image',
    isShared: true,
  },
  { name: 'brand', about: 'brand of the item, in a shop that carries several' },
  {
    name: 'commercePlatformDomain',
    about: 'the store to use, if the shop has more than one',
    flag: 'commerce-domain',
  },
  { name: 'metadata.NAME:int', about: 'an integer that is copied to the order', holds: 'number' },
  { name: 'metadata.NAME', about: 'a text that is copied to the order, such as metadata.shelf' },
];

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

const slips = (payload: Fields): BrokenRule[] => [
  ...blankTexts(payload),
  ...uncleanNames(payload),
  ...errorValues(payload, '').filter(({ path }) => !names.has(path)),
  ...oddNames(payload),
];

/** Fields that name something, which can't be found afterwards by a name that nobody can type. */
const names: ReadonlySet<string> = new Set(['externalIdentifier', 'productIdentifier', 'shopId']);

/** The rules for names that a new listing breaks. */
export const uncleanNames = (payload: Fields): BrokenRule[] =>
  [...names].flatMap((path) => {
    const name = payload[path];
    const message = typeof name === 'string' && name.trim() !== '' ? uncleanName(name) : undefined;
    return message === undefined ? [] : [{ path, message }];
  });

/** Free texts, which may be blank. */
const freeTexts: ReadonlySet<string> = new Set(['description', 'metadata', 'images']);

const blankTexts = (payload: Fields): BrokenRule[] =>
  Object.entries(payload)
    .filter(([name]) => !freeTexts.has(name))
    .map(([name, value]) => [name, name === 'manualProductOptions' ? namesOfItem(value) : value] as const)
    .flatMap(([name, value]) => blankPlaces(value, name).map((path) => ({ path, message: 'is blank' })));

/** What every item has. What else identifies one may be an empty text. */
const namesOfItem = (options: unknown): Fields => {
  const { title, categories } = (options ?? {}) as Fields;
  return { title, categories };
};

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
