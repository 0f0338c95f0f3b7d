/** So many successive characters of a secret are masked wherever they stand. */
export const telling = 8;

/** Parts of a shorter secret are words as often as not. */
const shortestWithRuns = 16;

/** What may stand between two characters of a text that was folded or made breakable, and what escapes begin with. */
const ignored = String.raw`[\s\0\\\u00AD\u200B-\u200D\u2060\uFEFF]`;

/** A character, escaped or not. No two of these begin alike, but for the last. */
const unit = new RegExp(
  [
    String.raw`\\{1,8}(?:u(?<unicode>[\da-f]{4})|x(?<byte>[\da-f]{2})|(?<octal>[0-3][0-7]{2})|[rnt](?=\s|$))`,
    String.raw`%(?:25){0,3}(?<percent>[\da-f]{2})`,
    String.raw`&(?:amp;){0,3}#(?:x(?<hexadecimal>[\da-f]{2,6})|(?<decimal>\d{2,7}));?`,
    `${ignored}+`,
    '.',
  ].join('|'),
  'gisu',
);
const hexUnit = /0x|\\{1,8}x|[\s:,-]+|./gisu;

/** A text without what may stand between two characters, and where each character stood. */
interface Plain {
  text: string;
  from: number[];
  to: number[];
}

const plainOf = (text: string, units: RegExp, read: (match: RegExpMatchArray) => string): Plain => {
  const plain: Plain = { text: '', from: [], to: [] };
  const parts: string[] = [];
  for (const match of text.matchAll(units)) {
    // Some letters become two in lower case.
    const character = read(match).toLowerCase();
    for (let at = 0; at < character.length; at++) {
      plain.from.push(match.index);
      plain.to.push(match.index + match[0].length);
    }
    parts.push(character);
  }
  plain.text = parts.join('');
  return plain;
};

const isIgnored = new RegExp(`^${ignored}`, 'u');

const characterOf = ({ 0: all, groups = {} }: RegExpMatchArray): string => {
  const { unicode, byte, octal, percent, hexadecimal, decimal } = groups;
  const sixteen = unicode ?? byte ?? percent ?? hexadecimal;
  const code =
    sixteen !== undefined
      ? Number.parseInt(sixteen, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : Number(decimal);
  const character = Number.isNaN(code) ? all : code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return isIgnored.test(character) ? '' : character;
};

const hexDigitOf = ({ 0: all }: RegExpMatchArray): string => (/^[^\s:,-]$/.test(all) ? all : '');

/** All parts of a text that are as long as `size`. */
const windowsOf = (text: string, size: number): string[] =>
  Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));

/** Words, such as `password`, or those that a hyphen joins in the name of a program. */
const isWordy = /^[a-z]*(?:[-_ ][a-z]*)*$/;

const masked = (
  text: string,
  { text: plain, from, to }: Plain,
  windows: ReadonlySet<string>,
  size: number,
): string => {
  let shown = '';
  let end = 0;
  let [begin, last] = [-1, -1];
  const finish = (): void => {
    if (begin < 0) return;
    shown += `${text.slice(end, from[begin])}***`;
    end = to[last] as number;
    begin = -1;
  };
  for (let at = 0; at + size <= plain.length; at++) {
    if (begin >= 0 && at > last) finish();
    if (!windows.has(plain.slice(at, at + size))) continue;
    if (begin < 0) begin = at;
    last = at + size - 1;
  }
  finish();
  return shown + text.slice(end);
};

/**
 * Makes a function that masks every run of 8 or more successive characters of a secret, whatever is around it: as they are or
 * escaped, folded, with invisible characters between them, or as hexadecimal bytes, also of UTF-16. It takes time in
 * proportion to the text.
 */
export const runMask = (secrets: readonly string[]): ((text: string) => string) => {
  const long = secrets
    .map((secret) => secret.replace(new RegExp(ignored, 'gu'), ''))
    .filter(({ length }) => length >= shortestWithRuns);
  const windows = new Set(
    long
      .flatMap((secret) => windowsOf(secret, telling).filter((window) => !isWordy.test(window)))
      .map((window) => window.toLowerCase()),
  );
  const bytes = new Set(
    long.flatMap((secret) => windowsOf(Buffer.from(secret).toString('hex'), 2 * telling)),
  );
  const pairs = new Set(
    long.flatMap((secret) => windowsOf(Buffer.from(secret, 'utf16le').toString('hex'), 4 * telling)),
  );
  if (long.length === 0) return (text) => text;
  return (text) => {
    if (text.length < telling) return text;
    const rest = masked(text, plainOf(text, unit, characterOf), windows, telling);
    if (!/(?:[\da-f]{2}(?:[\s:,-]|0x|\\{1,8}x){0,4}){8}/i.test(rest)) return rest;
    const once = masked(rest, plainOf(rest, hexUnit, hexDigitOf), bytes, 2 * telling);
    return masked(once, plainOf(once, hexUnit, hexDigitOf), pairs, 4 * telling);
  };
};
