import { decimalsOf, withCurrency } from '../words/currency.ts';
import { originalPrice } from './constants.ts';
import { type Fault, integerWithin, isFault } from './typed-values.ts';

/** A price of the service, in the smallest unit, without its currency: `129.00` for 12900. */
const amountOf = (units: number, currency: string | undefined): string => {
  const decimals = decimalsOf(currency);
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/** A price as it is on a label: `129.00 EUR` for 12900. */
export const onLabel = (units: number, currency: string | undefined): string =>
  withCurrency(amountOf(units, currency), currency);

/** The lowest and the highest price of several. */
export interface PriceRange {
  readonly least: number;
  readonly most: number;
}

/** `1.29 to 129.00 EUR` */
export const rangeOnLabel = ({ least, most }: PriceRange, currency: string | undefined): string =>
  `${least === most ? '' : `${amountOf(least, currency)} to `}${onLabel(most, currency)}`;

/**
 * Reads a price as it is on a label, in the smallest unit: `129.00`, `129,00` and `129` are 12900. Separators of thousands are
 * refused, since elsewhere they are a decimal point; so is `1,299` in dinar, which may be either.
 */
export const labelPrice = (label: unknown, currency: string | undefined): number | Fault => {
  const text = typeof label === 'number' ? String(label) : label;
  const [, whole, mark, part = ''] = (typeof text === 'string' && /^(\d+)(?:([.,])(\d+))?$/.exec(text)) || [];
  const decimals = decimalsOf(currency);
  if (typeof text === 'string' && text !== text.trim()) return { fault: 'must have no spaces around it' };
  if (whole === undefined)
    return {
      fault: `must be an amount such as ${amountOf(129 * 10 ** decimals, currency)}, without a currency or separators of thousands, not ${JSON.stringify(typeof text === 'string' ? text.slice(0, 40) : label)}`,
    };
  if (part.length > decimals) return { fault: `${tooFine(decimals, currency)}, not ${text}` };
  if (mark === ',' && part.length === 3)
    return { fault: `may be ${whole}.${part} or ${whole}${part}: write ${whole}.${part} or ${whole}${part}` };
  const units = integerWithin(Number(whole + part.padEnd(decimals, '0')), originalPrice);
  const { min: least, max: most } = originalPrice;
  return isFault(units)
    ? { fault: `must be from ${rangeOnLabel({ least, most }, currency)}, not ${text}` }
    : units;
};

/** `must have no decimals in JPY`, `must have at most 2 decimals` */
const tooFine = (decimals: number, currency: string | undefined): string =>
  `must have ${decimals === 0 ? 'no' : `at most ${decimals}`} decimals${currency === undefined ? '' : ` in ${currency}`}`;
