import { runMask, telling } from './secret-runs.ts';

/** Shorter texts occur everywhere, and are no secrets. */
const shortest = 4;

/** A longer secret is looked for in pieces, as expressions can't nest deeper. */
const longestPiece = 200;

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** A backslash, as often as it is doubled by JSON within JSON. */
const backslashes = String.raw`\\{1,8}`;
const ampersand = `(?:&|${backslashes}u0026)(?:amp;){0,3}`;

/** A character as it is, and as JSON, JavaScript, C, HTML, URLs, forms and mails escape it, up to three times. */
const written = (character: string, isBehindBackslashes = false): string => {
  if (character.startsWith('\\')) return run(character.length);
  const [sign, maybe] = isBehindBackslashes ? ['', ''] : [backslashes, String.raw`\\{0,8}`];
  const code = character.codePointAt(0) as number;
  const bytes = [...Buffer.from(character)];
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const isWordly = /[\p{L}\p{N}]/u.test(character);
  const plain = /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
  return `(?:${[
    isWordly ? plain : `${maybe}${plain}`,
    ...(character === ' ' ? ['\\+'] : []),
    units.map((unit, at) => `${at === 0 ? sign : backslashes}u${unit}`).join(''),
    `${sign}(?:u\\{0{0,4}${code.toString(16)}\\}|x${hex(code)}|0?${code.toString(8).padStart(3, '0')})`,
    bytes.map((byte) => `(?:%(?:25){0,3}|=)${hex(byte)}`).join(''),
    `${ampersand}#(?:0{0,6}${code}|x0{0,6}${code.toString(16)});?`,
    ...(isWordly ? [] : [`${ampersand}[a-z]{2,8};`]),
  ].join('|')})`;
};

/**
 * A run of backslashes in a secret. As all that follow each other are taken at once, those in front of what comes next are no
 * part of its escape: otherwise there would be countless ways to share them out.
 */
const run = (length: number): string =>
  `(?:${String.raw`\\|(?<=\\)(?:u005c|u\{0{0,4}5c\}|x5c|0?134)|(?:%(?:25){0,3}|=)5c`}|${ampersand}(?:#(?:0{0,6}92|x0{0,6}5c)|bsol);?){${length},${8 * length}}`;

/** The characters of a secret, as they are written; a run of backslashes is one part. */
const parts = (secret: string): string[] =>
  (secret.match(/\\+|[^\\]/gu) ?? []).map((part, at, all) => written(part, all[at - 1]?.startsWith('\\')));

/** A secret in one kind of writing: its parts, one after the other. */
interface Writing {
  parts: readonly string[];
  /** What may stand between two parts. */
  joint: string;
  before?: string;
  after?: string;
  /** How many parts show as much as `telling` characters. */
  enough: number;
  /** What may be left of the next part where the text was cut. */
  begun: string;
}

/** Where somebody cut a text: the end of a line, with what closes a string there, or an ellipsis. */
const cut = String.raw`(?:(?=["'\]})\\.]*(?:$|…))|(?=\s?\.{3}))`;

/** The beginning of an escape. */
const half = String.raw`(?:[\\%=&][\\\w&#;{]{0,24})?`;

const patternOf = ({ parts, joint, before = '', after = '', enough, begun }: Writing): string => {
  const begin = parts.slice(0, enough).join(joint);
  const ending = `${begun}${cut}`;
  const rest = parts.slice(enough).reduceRight((next, part) => `(?:${joint}${part}${next}|${ending})`, after);
  return before + begin + rest;
};

/** base64 and base64url of any text that holds the secret: what is the same whatever stands before and behind it. */
const base64Writings = (secret: Buffer): Writing[] =>
  [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), secret]);
    const bits = whole.length * 8;
    const same = whole.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    const parts = [...same].map((character) => {
      if (character === '+') return `(?:-|${written('+')})`;
      return character === '/' ? `(?:_|${written('/')})` : character;
    });
    return {
      parts,
      joint: String.raw`(?:\s|\\{1,8}[rn]){0,4}`,
      before: offset === 0 ? '' : String.raw`[\w+/-]?`,
      after: bits % 6 === 0 ? '' : String.raw`[\w+/-]?(?:${written('=')}){0,2}`,
      enough: Math.ceil((telling * 8) / 6),
      begun: String.raw`[\s\\rn]{0,6}${half}`,
    };
  });

const writingsOf = (secret: string): Writing[] => {
  const bytes = Buffer.from(secret);
  return [
    { parts: parts(secret), joint: '\\0?', enough: telling, begun: `\\0?${half}` },
    ...base64Writings(bytes),
    ...base64Writings(Buffer.from(secret, 'utf16le')),
    // As programs dump bytes: `6b6579`, `6b:65:79`, `0x6b, 0x65`, and `[107,101,121]`.
    {
      parts: [...bytes].map(hex),
      joint: String.raw`(?:[\s:,-]|0x){0,3}`,
      enough: telling,
      begun: String.raw`[\s:,-]{0,3}[\da-fx]{0,3}`,
    },
    numbers([...bytes].map(String)),
    numbers([...bytes].map((byte) => `0{0,2}${byte.toString(8)}`)),
  ];
};

/** Bytes as numbers of up to three digits. */
const numbers = (parts: readonly string[]): Writing => ({
  parts,
  joint: String.raw`(?:\s{1,24}|\s{0,24},\s{0,24})`,
  before: String.raw`(?<!\d)`,
  enough: telling,
  begun: String.raw`\s{0,24},?\s{0,24}\d{0,3}`,
});

/** Replaces one secret in a text. */
type Mask = (text: string) => string;

/** With so few parts of a writing, most texts are found to have no secret; looking for all of it takes longer to prepare. */
const glimpse = 4;

const mask = (secret: string): Mask => {
  const writings = writingsOf(secret);
  const begins = writings.map(({ parts, joint }) => parts.slice(0, glimpse).join(joint));
  const begin = new RegExp(begins.join('|'), 'iu');
  let whole: RegExp[] | undefined;
  return (text) => {
    if (!begin.test(text)) return text;
    whole ??= writings.map((writing) => new RegExp(patternOf(writing), 'gimu'));
    return whole.reduce((rest, expression) => rest.replace(expression, '***'), text);
  };
};

/** A short secret is masked only where it stands alone, since it may be part of a word. */
const maskShort = (secret: string): Mask => {
  const plain = parts(secret).join('');
  const base64 = Buffer.from(secret)
    .toString('base64')
    .replace(/={1,2}$/, '')
    .replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]'));
  const alone = String.raw`(?<![\p{L}\p{N}])(?:${plain}|${base64}={0,2})(?![\p{L}\p{N}])`;
  const expression = new RegExp(alone, 'giu');
  return (text) => text.replace(expression, '***');
};

const pieces = (secret: string): string[] => {
  const characters = [...secret];
  const length = Math.ceil(characters.length / Math.ceil(characters.length / longestPiece));
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  );
};

/**
 * Makes a function that replaces every secret in a text by `***`, in whatever case and form a common encoder writes it:
 * escaped by JSON, JavaScript, HTML, URLs or forms up to three times, as base64 (also within a longer text, such as
 * `id:key`), as hexadecimal, decimal or octal bytes, in UTF-16. Of a secret of 16 characters or more, any 8 that follow each
 * other are enough; of a shorter one, its first 8 where the text was cut, at the end of a line or before an ellipsis. What
 * somebody transforms on purpose (reversed, hashed, compressed, in Base32) is beyond it.
 * Secrets of fewer than 4 characters are left alone.
 */
export const redactor = (secrets: ReadonlySet<string>): ((text: string) => string) => {
  let known = 0;
  let masks: Mask[] = [];
  return (text) => {
    if (secrets.size !== known) {
      known = secrets.size;
      masks = [...secrets]
        .filter(({ length }) => length >= shortest)
        // A secret may contain another one; if the shorter were replaced first, the rest of the longer would remain.
        .sort((one, other) => other.length - one.length)
        .flatMap((secret) => ([...secret].length < telling ? maskShort(secret) : pieces(secret).map(mask)));
      masks.push(runMask([...secrets]));
    }
    return masks.reduce((rest, one) => one(rest), text);
  };
};

/** The beginning of a text, masked before it is cut: what is left of a secret at the end is masked, too. */
export const maskedBeginning = (text: string, most: number, redact: (text: string) => string): string =>
  text.length <= most ? redact(text) : redact(text.slice(0, 2 * most)).slice(0, most);
