/** Shorter texts occur everywhere and are no secrets. */
const shortest = 4;

/** A shorter secret is masked only as a word of its own, and not in Base64. */
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

/** Base64 of a text that has the secret behind `before` bytes. A neighbouring byte may share a character with it. */
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
 * Makes a function that replaces every secret in a text by `***`: as it is, and as JSON, URLs and Base64 write it. It finds neither
 * parts of a secret nor what was escaped twice, so a text is masked before it is shortened.
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
    let shown = '';
    let end = 0;
    for (const { index, 0: secret } of found.sort((one, other) => one.index - other.index)) {
      // What touches or overlaps is masked as one.
      if (shown === '' || index > end) shown += `${text.slice(end, index)}***`;
      end = Math.max(end, index + secret.length);
    }
    return shown + text.slice(end);
  };
};
