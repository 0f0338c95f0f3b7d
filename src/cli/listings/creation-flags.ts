import { constantOrOther, images, storeDomain } from '../../flags/service-kinds.ts';
import { freeText, integerSaid, many, named, text, wholeNumber } from '../../flags/value-kinds.ts';
import type { Flags, FlagValues, Value } from '../../flags/values.ts';
import { conditions, sourceMeanings } from '../../service/constants.ts';
import { isFault, meaningsOfConditions, sourceMeant, sourceWords } from '../../service/typed-values.ts';

const source: Value<string> = {
  placeholder: 'SOURCE',
  description: 'Where the product comes from',
  choices: [...sourceWords.keys()],
  meanings: Object.fromEntries([...sourceWords].map(([word, known]) => [word, sourceMeanings[known]])),
  field: 'productDataSourceType',
  read: sourceMeant,
};

const metadata = named(
  'NAME=TEXT or NAME:=7',
  'Copied to the order; integers as NAME:=7; up to 3',
  (said) => {
    const value = integerSaid(said);
    return isFault(value) ? value : { value };
  },
);

const price = wholeNumber('CENTS', 'New price in the smallest unit: 12900 for 129.00');

const originalPrice: Value<number> = {
  ...price,
  field: 'originalPrice',
  read(said) {
    const [, whole, parts] = /^(\d+)[.,](\d\d)$/.exec(said) ?? [];
    if (whole !== undefined)
      return { fault: `is in the smallest unit of the currency: ${whole}${parts}, not ${said}` };
    return price.read(said);
  },
};

export const creationFlags = {
  shopId: { ...text('ID', "Identifier of the shop (default: the profile's)"), field: 'shopId' },
  condition: {
    ...constantOrOther('CONDITION', conditions, 'How worn the item is'),
    meanings: meaningsOfConditions,
    field: 'condition',
  },
  image: images,
  source,
  productId: {
    ...text('ID', 'The SKU or variant identifier, as --source says'),
    field: 'productIdentifier',
  },
  title: {
    ...text('TEXT', 'Title of an item that no platform knows'),
    field: 'manualProductOptions.title',
  },
  category: {
    ...many(text('TEXT', 'Category of such an item; repeatable')),
    field: 'manualProductOptions.categories',
  },
  option: {
    ...many(named('NAME=VALUE', 'What else identifies it, as size=M; repeatable')),
    field: 'manualProductOptions',
  },
  originalPrice,
  externalId: {
    ...text('ID', 'Your own identifier, to find the item by later'),
    field: 'externalIdentifier',
  },
  description: { ...freeText('TEXT', 'Text that buyers see'), field: 'description' },
  metadata: { ...many(metadata), field: 'metadata' },
  commerceDomain: {
    ...storeDomain('The store to use, if the shop has more than one'),
    field: 'commercePlatformDomain',
  },
  brand: { ...text('BRAND', 'Brand of the item, in a shop that carries several'), field: 'brand' },
} satisfies Flags;

export type Creation = FlagValues<typeof creationFlags>;
