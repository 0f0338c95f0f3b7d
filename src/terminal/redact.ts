/** Where a part of a text begins, and where it ends. */
export type Range = readonly [begin: number, end: number];

/** These parts in their order; what touches is one. */
const merged = (ranges: readonly Range[]): Range[] => {
  const all: [number, number][] = [];
  for (const [begin, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([begin, end]);
  }
  return all;
};

/** A text with `***` in place of these parts. */
export const masked = (text: string, ranges: readonly Range[]): string => {
  let shown = '';
  let end = 0;
  for (const [from, to] of merged(ranges)) {
    shown += `${text.slice(end, from)}***`;
    end = to;
  }
  return shown + text.slice(end);
};

/** Shorter texts occur everywhere, and are no secrets. */
const shortest = 4;

/** What is shorter may be a part of a word; in Base64, a part of anything. */
const telling = 8;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Hexadecimal digits in either case. */
const digits = (code: string): string =>
  code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

// No two patterns for a character fit the same text, so that none is tried in more than one way.

const inJson = (character: string): string => {
  const written = JSON.stringify(character).slice(1, -1);
  const codes = character
    .split('')
    .map((unit) => String.raw`\\u${digits(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
  const brief = written.startsWith(String.raw`\u`) ? '' : `|${literal(written)}`;
  return `(?:${codes.join('')}${brief}${character === '/' ? String.raw`|\\\/` : ''})`;
};

const inUrl = (character: string): string => {
  const bytes = Buffer.from(character).toString('hex').replace(/../g, '%$&');
  const plain = character === '%' ? '' : `|${literal(character)}`;
  return `(?:${digits(bytes)}${plain}${character === ' ' ? String.raw`|\+` : ''})`;
};

/** In Base64, also within a longer text, with so many bytes before it. What is beside it may share a character with it. */
const inBase64 = (secret: string, before: number): string[] => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const own = bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
  const either = own.replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : String.raw`[\/_]`));
  const shared = String.raw`[\w+\/-]?`;
  return own.length < telling
    ? []
    : [`${before > 0 ? shared : ''}${either}${bytes.length % 3 > 0 ? shared : ''}`];
};

const patternsOf = (secret: string): RegExp[] => {
  const written = [literal(secret), [...secret].map(inJson).join(''), [...secret].map(inUrl).join('')];
  const alone = (pattern: string) => String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`;
  const patterns = secret.length < telling ? written.map(alone) : written;
  return [...patterns, ...[0, 1, 2].flatMap((before) => inBase64(secret, before))].map(
    (pattern) => new RegExp(pattern, 'gu'),
  );
};

/**
 * Makes a function that replaces every secret in a text by `***`: as it is, and as JSON, URLs and Base64 write it. It looks for
 * nothing else, neither for parts of a secret nor for what was escaped twice: whoever shortens a text masks it before.
 */
export const redactor = (secrets: ReadonlySet<string>): ((text: string) => string) => {
  let known = 0;
  let patterns: RegExp[] = [];
  return (text) => {
    if (secrets.size !== known) {
      known = secrets.size;
      patterns = [...secrets].filter(({ length }) => length >= shortest).flatMap(patternsOf);
    }
    const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
    return masked(
      text,
      found.map(({ index, 0: { length } }) => [index, index + length]),
    );
  };
};
