import { isLosslessNumber } from 'lossless-json';

/** Shorter texts occur everywhere, so they are not masked. */
const shortest = 4;

/** A shorter secret is masked only as a whole word, and not in Base64. */
export const telling = 8;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A secret as it is, and as JSON and URLs write it. */
const written = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  const urls = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)];
  const small = urls.map((url) => url.replace(/%../g, (code) => code.toLowerCase()));
  return [secret, json, json.replaceAll('/', String.raw`\/`), ...urls, ...small].map(literal);
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

/** A character as JSON may write it: `/` is also `\\/` and `\\u002f`. */
const inJson = (sign: string): string => {
  const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = sign.replace(/\W/g, `\\u${code}`);
  const escaped = sign === '"' || sign === '\\' ? `\\\\${plain}` : plain;
  return `(?:${sign === '/' ? '\\\\?/' : escaped}|\\\\u${digits})`;
};

const patternsOf = (secret: string): string[] => {
  const alone = (pattern: string) => String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`;
  const plain =
    secret.length < telling
      ? written(secret).map(alone)
      : [...written(secret), secret.split('').map(inJson).join('')];
  return [...plain, ...[0, 1, 2].flatMap((before) => inBase64(secret, before))];
};

/** The name that a run has by itself, which begins with its date. */
const runName = String.raw`\b\d{8}-\d{6}-[\da-f]{4}\b`;

/**
 * Makes a function that replaces every secret in a text by `***`: as it is, and as JSON, URLs and Base64 write it. It finds neither
 * parts of a secret nor what was escaped in another way, so a text is masked before it is shortened. The names of runs and those in
 * `named` stay whole, even with a secret in them: they are needed to continue.
 */
export const redactor = (
  secrets: ReadonlySet<string>,
  named: ReadonlySet<string> = new Set(),
  least = shortest,
): ((text: string) => string) => {
  let known = 0;
  let pattern: RegExp | undefined;
  return (text) => {
    if (secrets.size + named.size !== known) {
      known = secrets.size + named.size;
      const telltale = [...secrets].filter(({ length }) => length >= least);
      // Of two secrets with one prefix, the longer comes first.
      const inOrder = (texts: readonly string[]) => texts.toSorted((one, other) => other.length - one.length);
      const all = inOrder(telltale).flatMap(patternsOf);
      const kept = [...inOrder([...named]).map(literal), runName].join('|');
      pattern = all.length > 0 ? new RegExp(`(${kept})|${all.join('|')}`, 'gu') : undefined;
    }
    return pattern ? text.replace(pattern, (_, name?: string) => name ?? '***') : text;
  };
};

/** A value in whose texts every secret is masked. Numbers and names of fields stay, and what holds no secret is the value itself. */
export const redacted = <Value>(value: Value, redact: (text: string) => string): Value => {
  if (typeof value === 'string') return redact(value) as Value;
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  let copy: object | undefined;
  for (const [name, part] of Object.entries(value)) {
    const shown = redacted(part, redact);
    if (shown === part) continue;
    // With the symbols, which keep how numbers were written. Object.assign would take a field `__proto__` for something else.
    copy ??= Array.isArray(value) ? Object.assign([], value) : { ...value };
    Object.defineProperty(copy, name, { value: shown, enumerable: true, writable: true, configurable: true });
  }
  return (copy ?? value) as Value;
};
