import type { BrokenRule } from '../service/broken-rules.ts';
import { originalPrice } from '../service/constants.ts';
import { type Fault, integerWithin, isFault } from '../service/typed-values.ts';
import type { Fields } from './operation.ts';
import { integerIn, quoted } from './row-values.ts';

/** A price as it is on a label: `129.00` for 12900. */
export const onLabel = (cents: number): string => (cents / 100).toFixed(2);

/** `129.00`, `129,00` and `129` are 12900. Separators of thousands are refused, since elsewhere they are a decimal point. */
export const labelPrice = (value: unknown): number | Fault => {
  const text = typeof value === 'number' ? String(value) : value;
  const [, whole, part = ''] = (typeof text === 'string' && /^(\d+)(?:[.,](\d{1,2}))?$/.exec(text)) || [];
  if (whole === undefined)
    return {
      fault: `must be an amount such as 129.00 or 129,00, without a currency sign or separators of thousands, not ${typeof text === 'string' ? quoted(text) : JSON.stringify(value)}`,
    };
  const cents = integerWithin(Number(whole + part.padEnd(2, '0')), originalPrice);
  const { min, max } = originalPrice;
  return isFault(cents) ? { fault: `must be from ${onLabel(min)} to ${onLabel(max)}, not ${text}` } : cents;
};

/** A price with decimals is refused, with a word on how it can be read. */
const smallestUnits = (value: unknown): number | Fault => {
  const read = integerIn(value, originalPrice);
  const cents = isFault(read) && /[.,]/.test(String(value)) ? labelPrice(value) : read;
  return isFault(read) && !isFault(cents)
    ? {
        fault: `is in the smallest unit of the currency: ${cents}, not ${value}. --price-unit major reads it as it is on a label, as does a column originalPriceMajor`,
      }
    : read;
};

/** Takes the price out of a row, in the smallest unit. In JSON, a price in that unit stays where it is. */
export const priceOf = (
  said: Fields,
  { isText, majorPrices }: { isText: boolean; majorPrices: boolean },
): { fields: Fields; price?: number; faults: BrokenRule[] } => {
  const { originalPrice: plain, originalPriceMajor: major, ...fields } = said;
  const path = major === undefined ? 'originalPrice' : 'originalPriceMajor';
  const value = major === undefined ? plain : major;
  const isLabel = majorPrices || major !== undefined;
  if (value === undefined || !(isText || isLabel || /[.,]/.test(String(value))))
    return { fields: said, faults: [] };
  const read = isLabel ? labelPrice(value) : smallestUnits(value);
  const fault = major !== undefined && plain !== undefined ? 'and originalPrice are both there' : undefined;
  if (fault === undefined && !isFault(read)) return { fields, price: read, faults: [] };
  return { fields, faults: [{ path, message: fault ?? (read as Fault).fault }] };
};
