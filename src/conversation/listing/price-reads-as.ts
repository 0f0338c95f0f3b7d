/** What an original price reads as in a currency of two decimals, `12900` as `129.00`; undefined for what is no price. */
export const priceReadsAs = (said: string): string | undefined =>
  /^\d{1,15}$/.test(said)
    ? `${said.slice(0, -2).replace(/^0+(?=\d)/, '') || '0'}.${said.slice(-2).padStart(2, '0')}`
    : undefined;
