import type { BrokenRule } from '../service/broken-rules.ts';
import { originalPrice } from '../service/constants.ts';
import { labelPrice } from '../service/prices.ts';
import { isFault } from '../service/typed-values.ts';
import type { Fields } from './operation.ts';
import { integerIn } from './row-values.ts';

interface PriceOptions {
  isText: boolean;
  currency: string | undefined;
}

/** Takes the price out of a row, in the smallest unit. In JSON, a price in that unit stays where it is. */
export const priceOf = (
  row: Fields,
  { isText, currency }: PriceOptions,
): { fields: Fields; price?: number; faults: BrokenRule[] } => {
  const { originalPrice: units, price: label, ...fields } = row;
  if (label !== undefined && units !== undefined)
    return { fields, faults: [{ path: 'price', message: 'and originalPrice are both there' }] };
  const isLabel = label !== undefined;
  if (!isLabel && (units === undefined || !isText)) return { fields: row, faults: [] };
  const price = isLabel ? labelPrice(label, currency) : integerIn(units, originalPrice);
  return isFault(price)
    ? { fields, faults: [{ path: isLabel ? 'price' : 'originalPrice', message: price.fault }] }
    : { fields, price, faults: [] };
};
