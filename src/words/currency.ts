/*
 * How many decimals a currency has, by ISO 4217. Intl is no help: Node 20 has a table of its own, in which forints and rials
 * have none, so a price would be read a hundredfold.
 */

const two = 2;

const codes: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const others: ReadonlyMap<string, number> = new Map(
  Object.entries(codes).flatMap(([decimals, all]) => all.split(' ').map((code) => [code, Number(decimals)])),
);

export const decimalsOf = (currency: string | undefined): number => others.get(currency ?? '') ?? two;

/** The codes of the currencies: `EUR`. */
export const currencies = (): readonly string[] => [
  ...new Set([...Intl.supportedValuesOf('currency'), ...others.keys()]),
];

/** An amount with the decimals of its currency, or all of its own if these are more: `49.00` for 49, `12900` in yen. */
export const amountIn = (amount: number, currency: string | undefined): string => {
  const fixed = amount.toFixed(decimalsOf(currency));
  return Number(fixed) === amount ? fixed : String(amount);
};

/** An amount to compare with others, rounded to the decimals of its currency: `1,145.30`. */
export const figureIn = (amount: number, currency: string | undefined): string => {
  const decimals = decimalsOf(currency);
  return amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
};

/** `129.00 EUR`; without a currency, the amount alone. */
export const withCurrency = (amount: string, currency: string | undefined): string =>
  currency === undefined ? amount : `${amount} ${currency}`;
