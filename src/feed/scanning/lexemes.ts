import { backslash, broken, firstComplete, firstPrintable, inText, noLexeme, quote } from './protocol.ts';

// A lexeme is the state within a string, a number or a word. Lexemes are numbers, since the walker looks the next one up in a
// table.

const afterBackslash = 2;
/** So many hexadecimal digits are still missing. */
const fourDigits = 3;
const lastDigit = 6;
/** Bytes of a character that is not ASCII: so many are missing, or the next one must not make the character an invalid one. */
const oneByte = 7;
const twoBytes = 8;
const threeBytes = 9;
const afterE0 = 10;
const afterED = 11;
const afterF0 = 12;
const afterF4 = 13;
const minus = 14;
const point = 15;
const exponent = 16;
const exponentSign = 17;
const firstOfWords = 18;
const zero = firstComplete;
const digits = firstComplete + 1;
const fraction = firstComplete + 2;
const exponentDigits = firstComplete + 3;

const lexemeRows = 64;

/** For each lexeme and byte the next lexeme: `noLexeme` at the last byte, `broken` where the byte does not belong to it. */
export const lexemeTable = (): Uint8Array => {
  const table = new Uint8Array(lexemeRows * 256).fill(broken);
  const set = (from: number, first: number, last: number, to: number) =>
    table.fill(to, (from << 8) | first, ((from << 8) | last) + 1);
  const on = (from: number, characters: string, to: number) => {
    for (const byte of Buffer.from(characters)) set(from, byte, byte, to);
  };

  set(noLexeme, quote, quote, inText);
  set(inText, firstPrintable, 0x7f, inText);
  set(inText, quote, quote, noLexeme);
  set(inText, backslash, backslash, afterBackslash);
  on(afterBackslash, '"\\/bfnrt', inText);
  on(afterBackslash, 'u', fourDigits);
  for (let left = fourDigits; left <= lastDigit; left++)
    on(left, '0123456789abcdefABCDEF', left === lastDigit ? inText : left + 1);

  // UTF-8, without surrogates, characters that a shorter form exists for, and what is past the last one.
  set(inText, 0xc2, 0xdf, oneByte);
  set(inText, 0xe0, 0xef, twoBytes);
  set(inText, 0xf0, 0xf4, threeBytes);
  const narrower = [
    [0xe0, afterE0, 0xa0, 0xbf, oneByte],
    [0xed, afterED, 0x80, 0x9f, oneByte],
    [0xf0, afterF0, 0x90, 0xbf, twoBytes],
    [0xf4, afterF4, 0x80, 0x8f, twoBytes],
  ] as const;
  for (const [lead, after, first, last, to] of narrower) {
    set(inText, lead, lead, after);
    set(after, first, last, to);
  }
  set(oneByte, 0x80, 0xbf, inText);
  set(twoBytes, 0x80, 0xbf, oneByte);
  set(threeBytes, 0x80, 0xbf, twoBytes);

  for (const before of [noLexeme, minus]) {
    on(before, '0', zero);
    on(before, '123456789', digits);
  }
  on(noLexeme, '-', minus);
  for (const whole of [zero, digits]) on(whole, '.', point);
  for (const before of [zero, digits, fraction]) on(before, 'eE', exponent);
  on(exponent, '+-', exponentSign);
  const all = '0123456789';
  on(digits, all, digits);
  for (const before of [point, fraction]) on(before, all, fraction);
  for (const before of [exponent, exponentSign, exponentDigits]) on(before, all, exponentDigits);

  let next = firstOfWords;
  for (const word of ['true', 'false', 'null']) {
    let from: number = noLexeme;
    for (const letter of word.slice(0, -1)) {
      on(from, letter, next);
      from = next++;
    }
    on(from, word.slice(-1), noLexeme);
  }
  return table;
};
