/*
 * How a sheet shows a number that stands for a name. Formats may add anything to its digits, "RETURN-"000000, and a person then
 * reads another name than the one that is stored.
 */

/** A text, a place for a digit, or a sign that says how the digits are written. */
const token =
  /"([^"]*)"?|\\(.)|[_*](.)|\[(\$?)([^[\]]*)\]|(General)|(E[-+])|([0#?])|([.,%@/])|([^0#?.,%@/"\\[\]])/gisu;

interface Part {
  text?: string;
  digit?: string;
  sign?: string;
}

const partsOf = (section: string): Part[] =>
  [...section.matchAll(token)].map(
    ([whole, quoted, escaped, aside, currency, bracket, general, exponent, digit, sign, text]): Part => {
      if (digit !== undefined) return { digit };
      if (general ?? exponent ?? sign) return { sign: (general ?? exponent ?? sign)?.toUpperCase() ?? '' };
      if (aside !== undefined) return { text: whole.startsWith('_') ? ' ' : '' };
      if (bracket !== undefined) return { text: currency ? (bracket.split('-')[0] ?? '') : '' };
      return { text: quoted ?? escaped ?? text ?? '' };
    },
  );

/** The section for a number, and whether the number's minus sign is written before it. */
const sectionFor = (format: string, number: number): { section: string; isSigned: boolean } => {
  const sections = format.match(/(?:"[^"]*"?|\\.|[^;])+|(?<=;)(?=;|$)/gsu) ?? [''];
  const condition = (section = '') => /^(?:\[[^\]]*\])*?\[([<>=]+)(-?[\d.]+)\]/.exec(section);
  const holds = (section = ''): boolean => {
    const [, sign = '', limit = ''] = condition(section) ?? [];
    const difference = number - Number(limit);
    return (
      (sign.includes('=') && difference === 0 && !sign.includes('<>')) ||
      (sign.includes('<') && difference < 0) ||
      (sign.includes('>') && difference > 0)
    );
  };
  const [first = '', negative, zero] = sections;
  if (condition(first)) return { section: sections.find(holds) ?? sections.at(-1) ?? '', isSigned: true };
  if (number < 0 && negative !== undefined) return { section: negative, isSigned: false };
  return { section: number === 0 && zero !== undefined ? zero : first, isSigned: true };
};

/** Writes the digits of a whole number into its places, from the right; further ones stand where the first place is. */
const placed = (digits: string, parts: readonly Part[]): string => {
  let left = digits === '0' ? '' : digits;
  const first = parts.findIndex(({ digit }) => digit !== undefined);
  return parts.reduceRight((written, { digit, text = '' }, at) => {
    if (digit === undefined) return text + written;
    const own = at === first ? left : left.slice(-1);
    left = left.slice(0, left.length - own.length);
    const filler = digit === '0' ? '0' : digit === '?' ? ' ' : '';
    return (own === '' ? filler : own) + written;
  }, '');
};

/** Each comma behind the last digit divides by a thousand. */
const commasBehind = (parts: readonly Part[]): number => {
  const last = parts.findLastIndex(({ digit }) => digit !== undefined);
  return parts.slice(last + 1).filter(({ sign }) => sign === ',').length;
};

/**
 * A number as its format shows it, without commas between thousands; undefined if the format is none that can be told: a fraction,
 * or digits of another script.
 */
export const displayed = (format: string, number: number): string | undefined => {
  const { section, isSigned } = sectionFor(format, number);
  if (/\[DBNum|\[\$-[^[\]]{5,}\]/i.test(section)) return undefined;
  const parts = partsOf(section);
  const signs = parts.flatMap(({ sign }) => (sign === undefined ? [] : [sign]));
  if (signs.some((sign) => sign === '/' || sign === '@' || sign.startsWith('E'))) return undefined;
  const minus = number < 0 && isSigned ? '-' : '';
  if (signs.includes('GENERAL'))
    return (
      minus +
      parts.map(({ sign, text = '' }) => (sign === 'GENERAL' ? String(Math.abs(number)) : text)).join('')
    );
  const point = parts.findIndex(({ sign }) => sign === '.');
  const whole = point < 0 ? parts : parts.slice(0, point);
  const fraction = point < 0 ? [] : parts.slice(point + 1);
  const thousands = [whole, fraction].reduce((sum, side) => sum + commasBehind(side), 0);
  const percents = signs.filter((sign) => sign === '%').length;
  const places = fraction.filter(({ digit }) => digit !== undefined);
  const scaled = Number((Math.abs(number) * 100 ** percents * 1000 ** -thousands).toPrecision(15));
  const [digits = '', decimals = ''] = scaled.toFixed(places.length).split('.');
  const percentText = ({ sign, ...part }: Part): Part => (sign === '%' ? { text: '%' } : part);
  const needed = places.reduce(
    (most, { digit }, at) => (digit !== '#' || decimals[at] !== '0' ? at + 1 : most),
    0,
  );
  let at = 0;
  const behind = fraction
    .map(percentText)
    .map(({ digit, text = '' }) => {
      if (digit === undefined) return text;
      at += 1;
      return at <= needed ? (decimals[at - 1] ?? '') : '';
    })
    .join('');
  return minus + placed(digits, whole.map(percentText)) + (point < 0 ? '' : '.') + behind;
};
