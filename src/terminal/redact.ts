import { asItStands, masked, type Range, type Reading } from '../words/reading.ts';
import { dumped, plainReadings, unescaped, withoutBlanks } from './readings.ts';

/** Shorter texts occur everywhere, and are no secrets. */
const shortest = 4;

/** So many successive characters of a secret show enough of it. */
const telling = 8;

/** Parts of a shorter secret are words as often as not. */
const shortestWithParts = 16;

/** In small letters, as long as it was: no other letter becomes two. */
const small = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** A text as it may be read where somebody wrote it: a blank as `+` in a form, other letters than ASCII's as bytes. */
const spellingsOf = (secret: string): string[] => {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'utf16le')].map((all) => all.toString('latin1'));
  const written = [secret, secret.replaceAll(' ', '+'), ...bytes];
  return [...new Set(written.flatMap((one) => unescaped(asItStands(one)).map(({ text }) => text)))];
};

/** Words, such as `password`, or those that a hyphen joins in the name of a program. */
const isWordy = /^[a-z_-]*$/;

/** Finds parts of secrets in a text in small letters. */
type Find = (text: string) => Range[];

const findParts = (secrets: readonly string[]): Find => {
  const parts = new Set<string>();
  for (const secret of secrets)
    for (let at = 0; at + telling <= secret.length; at++) {
      const part = secret.slice(at, at + telling);
      if (!isWordy.test(part)) parts.add(small(part));
    }
  return (text) => {
    const found: Range[] = [];
    for (let at = 0; at + telling <= text.length; at++)
      if (parts.has(text.slice(at, at + telling))) found.push([at, at + telling]);
    return found;
  };
};

/** Where somebody cut a text: the end of a line, with what closes a string there, or an ellipsis. */
const cut = String.raw`(?:(?=["'\]})\\.]{0,24}(?:$|…))|(?=\s?\.{3}))`;

/** What may be left of the next character where a text was cut: half an escape, or a digit of a byte. */
const half = new RegExp(String.raw`(?:[\\%=&][\\\w&#;{]{0,24})?${cut}`, 'my');
const halfByte = new RegExp(String.raw`[\s\\:,-]{0,24}(?:0x?)?[\w+/-]{0,2}${cut}`, 'my');

/** Whether no letter or digit is beside it: a short secret may be part of a word. */
const isAlone = (text: string, begin: number, end: number): boolean =>
  !/[\p{L}\p{N}]/u.test(`${text[begin - 1] ?? ''}${text[end] ?? ''}`);

/** Finds secrets, and parts of them, in one reading of a text. `rest` is what may be left where it was cut. */
const find = (
  secrets: readonly string[],
  parts: Find,
  reading: Reading,
  rest: RegExp,
  text: string,
): Range[] => {
  const read = small(reading.text);
  const found = parts(read);
  const begun: Range[] = [];
  for (const secret of secrets) {
    const begin = secret.slice(0, telling);
    for (let at = read.indexOf(begin), next = 0; at >= 0; at = read.indexOf(begin, next)) {
      let end = at + begin.length;
      while (end - at < secret.length && read[end] === secret[end - at]) end += 1;
      next = at + 1;
      if (end - at < secret.length) begun.push([at, end]);
      else if (secret.length >= telling || rest === halfByte || isAlone(read, at, end)) {
        found.push([at, end]);
        next = end;
      }
    }
  }
  const isCut = reading.original(begun).flatMap(([begin, end]): Range[] => {
    rest.lastIndex = end;
    const left = rest.exec(text);
    return left ? [[begin, end + left[0].length]] : [];
  });
  return [...reading.original(found), ...isCut];
};

/** Makes a function that finds everything that shows enough of a secret. */
const lookFor = (secrets: readonly string[]): Find => {
  const spelt = (least: number, most: number, change = (text: string) => text): string[] =>
    secrets
      .filter((secret) => [...secret].length >= least && [...secret].length <= most)
      .flatMap(spellingsOf)
      .map(change)
      .filter(({ length }) => length >= shortest);
  const brief = spelt(shortest, shortestWithParts - 1, small);
  const long = spelt(
    shortestWithParts,
    Number.POSITIVE_INFINITY,
    (one) => withoutBlanks(asItStands(one)).text,
  );
  const parts = findParts(long);
  const solid = long.map(small);
  return (text) => {
    const plain = plainReadings(text);
    const findIn = (rest: RegExp) => (reading: Reading) => [
      ...find(brief, () => [], reading, rest, text),
      ...find(solid, parts, withoutBlanks(reading), rest, text),
    ];
    return [...plain.flatMap(findIn(half)), ...plain.flatMap(dumped).flatMap(findIn(halfByte))];
  };
};

/**
 * Makes a function that replaces every secret in a text by `***`, in whatever case and form a common encoder writes it:
 * escaped by JSON, JavaScript, HTML, URLs or forms up to three times, as base64 (also within a longer text, such as
 * `id:key`), as hexadecimal, decimal or octal bytes, in UTF-16. Of a secret of 16 characters or more, any 8 that follow each
 * other are enough, folded or with invisible characters between them; of a shorter one, its first 8 where the text was cut, at
 * the end of a line or before an ellipsis. What somebody transforms on purpose (reversed, hashed, compressed, in Base32) is
 * beyond it. Secrets of fewer than 4 characters are left alone. It takes time in proportion to the text.
 */
export const redactor = (secrets: ReadonlySet<string>): ((text: string) => string) => {
  let known = 0;
  let look: Find = () => [];
  return (text) => {
    if (secrets.size !== known) {
      known = secrets.size;
      look = lookFor([...secrets]);
    }
    return masked(text, look(text));
  };
};
