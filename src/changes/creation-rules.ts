import { type BrokenRule, brokenRules } from '../service/broken-rules.ts';
import { errorValues, uncleanName } from '../service/clean-name.ts';
import { conditions } from '../service/constants.ts';
import { creationRows, type Holds } from '../service/creation-fields.ts';
import { listingCreation } from '../service/listing-schemas.ts';
import { nameFault, sourceWords, wordOf } from '../service/typed-values.ts';
import { flagName } from '../words/resale-line.ts';
import type { Fields, RowColumn } from './operation.ts';

/** What a cell of a file holds besides the words that a flag takes. */
const inCells: Partial<Record<Holds, string>> = {
  texts: '; separate several by |',
  images: '; separate several by |',
  options: ', in a column option.size',
  condition: `, one of ${conditions.map(wordOf).join(', ')}`,
  source: `, one of ${[...sourceWords.keys()].join(', ')}`,
};

export const creationColumns: readonly RowColumn[] = creationRows.flatMap(
  ({ name, field, holds, about, isShared, alsoCalled }) => {
    const flag = flagName(name).slice('--'.length);
    const called = holds === 'label' ? name : field;
    const column: RowColumn = {
      name: called,
      about: `${about}${inCells[holds] ?? ''}`,
      ...(flag !== called && { flag }),
      ...(isShared && { isShared }),
      ...(alsoCalled && { alsoCalled }),
      // In cents: a cell that shows decimals is refused.
      ...(holds === 'label' && { holds: 'number' }),
    };
    return holds === 'metadata' ? [{ ...column, name: `${field}:int`, holds: 'number' }, column] : [column];
  },
);

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

/** What may be blank. */
const free: ReadonlySet<Holds> = new Set(['free text', 'metadata', 'images']);

const mayBeBlank = (name: string): boolean =>
  creationRows.some(({ field, holds }) => field.split('.')[0] === name && free.has(holds));

const blankTexts = (payload: Fields): BrokenRule[] =>
  Object.entries(payload)
    .filter(([name]) => !mayBeBlank(name))
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

/** Fields of a listing that nobody means as an option, since no word is spelt so; the service would accept them as one. */
const notOptions: ReadonlySet<string> = new Set(
  creationRows.map(({ field }) => field).filter((field) => /^[a-z]+[A-Z]\w*$/.test(field)),
);
