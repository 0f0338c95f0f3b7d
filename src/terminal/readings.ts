import { asItStands, decoded, type Reading } from '../words/reading.ts';

/** The signs that have names in HTML. */
const named = new Map(
  `excl! quot" num# dollar$ percnt% amp& apos' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest?
 commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave\` lcub{ lbrace{ verbar| vert| rcub} rbrace}`
    .split(/\s+/)
    .map((one) => [one.slice(0, -1), one.slice(-1)]),
);

/** A character as JSON, JavaScript, C, URLs and HTML escape it, and the NULs of UTF-16. */
const escapes =
  /\\(?:u(?:([\da-f]{4})|\{([\da-f]{1,8})\})|x([\da-f]{2})|([0-3][0-7]{2})|(.))|((?:%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|%[\da-f]{2})|&(?:#(?:x([\da-f]{1,8})|(\d{1,8}));?|([a-z]{2,8});)|\0+/gis;

const characterOf = (
  found = '',
  ...[u4, u8, x, octal, sign, percent, hexadecimal, decimal, name]: (string | undefined)[]
): string => {
  if (sign !== undefined) return /[bfnrtv]/.test(sign) ? '\n' : sign;
  if (name !== undefined) return named.get(name.toLowerCase()) ?? found;
  if (percent !== undefined) {
    const bytes = Buffer.from(percent.replaceAll('%', ''), 'hex');
    return bytes.length > 1 ? bytes.toString() : bytes.toString('latin1');
  }
  const sixteen = u4 ?? u8 ?? x ?? hexadecimal;
  const code = sixteen ? Number.parseInt(sixteen, 16) : octal ? Number.parseInt(octal, 8) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** JSON within JSON within JSON, in an error that we print as JSON. */
const mostTimes = 4;

/** A text as it is, without its escapes, without theirs, and so on. */
export const unescaped = (text: Reading): Reading[] => {
  const all = [text];
  for (let last = text, times = 0; times < mostTimes; times += 1) {
    const next = decoded(last, escapes, characterOf);
    if (next.text === last.text) break;
    all.push(next);
    last = next;
  }
  return all;
};

/** What may stand between two characters where a text was folded or made breakable. */
const blanks = /[\s\0\u00AD\u200B-\u200D\u2060\uFEFF]+/g;

export const withoutBlanks = (text: Reading): Reading => decoded(text, blanks, () => '');

/**
 * The bytes that digits stand for, from wherever they begin. `each` is how many make a byte. What is no digit is read as the
 * highest one, so that every digit keeps its place.
 */
const bytesOf = (digits: Reading, encoding: 'base64' | 'hex', each: number): Reading[] => {
  const isHex = encoding === 'hex';
  const text = digits.text.replace(isHex ? /[^\da-f]/gi : /[^\w+/-]/g, isHex ? 'f' : '/');
  return (isHex ? [0, 1] : [0, 1, 2, 3]).map((offset) => ({
    text: Buffer.from(text.slice(offset), encoding).toString('latin1'),
    original: (ranges) =>
      digits.original(
        ranges.map(([begin, end]) => [offset + Math.floor(begin * each), offset + Math.ceil(end * each)]),
      ),
  }));
};

/** Bytes as numbers, with blanks or commas between them. */
const numbersOf = (text: Reading, base: 8 | 10): Reading =>
  decoded(text, /(?<!\d)\d{1,3}(?!\d)|(?<=\d)[\s,]+(?=\d)/g, (found = '') => {
    const code = Number.parseInt(found, base);
    return Number.isNaN(code) ? '' : String.fromCharCode(code);
  });

/** The bytes that a text may have in some form, without the NULs of UTF-16. */
export const dumped = (text: Reading): Reading[] => {
  const hex = decoded(text, /0x|[\s:,-]+/gi, () => '');
  return [
    ...bytesOf(withoutBlanks(text), 'base64', 4 / 3),
    ...(/[\da-f]{16}/i.test(hex.text) ? bytesOf(hex, 'hex', 2) : []),
    ...(/(?:\d{2,3}[\s,]+){7}/.test(text.text) ? [numbersOf(text, 8), numbersOf(text, 10)] : []),
  ].map((bytes) => decoded(bytes, /\0+/g, () => ''));
};

/** A text as it is and as mails write it, without its escapes. */
export const plainReadings = (text: string): Reading[] => {
  const plain = asItStands(text);
  const printable = decoded(plain, /=(?:([\da-f]{2})|\r?\n)/gi, (_, code) =>
    code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [...unescaped(plain), ...(printable.text === text ? [] : unescaped(printable))];
};
