/** The formats that Excel has by number only, without those that show the number as it is. */
const builtIn: Readonly<Record<number, string>> = {
  ...Object.fromEntries([2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, '0.00'])),
  ...Object.fromEntries([9, 10].map((id) => [id, '0%'])),
  ...Object.fromEntries([11, 48].map((id) => [id, '0.00E+00'])),
  ...Object.fromEntries(
    [...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)].map((id) => [id, 'yyyy-mm-dd']),
  ),
};

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The format that a style names; undefined if it shows a number as it is. */
export const formatOf = (id: number, own: ReadonlyMap<number, string>): string | undefined => {
  const code = own.get(id) ?? builtIn[id];
  return code === 'General' || code === '@' ? undefined : code;
};

/** No spreadsheet takes a longer format. */
const longest = 255;

/** The part of a format for positive numbers, without texts, colours and conditions: `#,##0.00`. */
const shape = (format: string): string =>
  (format.slice(0, longest).split(';')[0] as string).replace(
    /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi,
    '',
  );

/** Whether a format shows a number as a date or a time. */
export const isDate = (format: string): boolean => /[ymdhs]/i.test(shape(format).replace(/General/gi, ''));

/** How a format shows a number, if not by its digits alone: `129.00`, `00123`, `50%`. */
export const shownBy = (format: string, number: number): string | undefined => {
  const code = shape(format);
  if (code.includes('%')) return `${Number((number * 100).toPrecision(15))}%`;
  const [, zeros = '', decimals = ''] = /^[^0#?.]*[#?,]*(0*)[#?,]*(?:\.(0+))?/.exec(code) ?? [];
  const shown = number.toFixed(decimals.length);
  if (/E/i.test(code)) return number.toExponential(decimals.length).toUpperCase();
  if (decimals !== '' && Number(shown) === number) return shown;
  return zeros.length > String(Math.trunc(Math.abs(number))).length
    ? shown.padStart(zeros.length, '0')
    : undefined;
};
