/** Shorter texts occur everywhere and are no secrets. */
const shortest = 4;

/** A shorter secret is masked only as a word of its own; a shorter text in Base64 is none. */
const telling = 8;

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

const patternsOf = (secret: string): string[] => {
  const alone = (pattern: string) => String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`;
  const plain = secret.length < telling ? written(secret).map(alone) : written(secret);
  return [...plain, ...[0, 1, 2].flatMap((before) => inBase64(secret, before))];
};

/**
 * Makes a function that replaces every secret in a text by `***`: as it is, and as JSON, URLs and Base64 write it. It finds neither
 * parts of a secret nor what was escaped in another way, so a text is masked before it is shortened.
 */
export const redactor = (secrets: ReadonlySet<string>): ((text: string) => string) => {
  let known = 0;
  let pattern: RegExp | undefined;
  return (text) => {
    if (secrets.size !== known) {
      known = secrets.size;
      const telltale = [...secrets].filter(({ length }) => length >= shortest);
      // The longer one of two that begin alike comes first.
      const all = telltale.sort((one, other) => other.length - one.length).flatMap(patternsOf);
      pattern = all.length > 0 ? new RegExp(all.join('|'), 'gu') : undefined;
    }
    return pattern ? text.replace(pattern, '***') : text;
  };
};
