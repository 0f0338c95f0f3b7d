import { escapedCharacter, replaceInvisible } from '../words/invisible.ts';

/*
 * What a name of a listing, a product, a shop or an item may look like. The service takes any text; but a name that nobody can see
 * or type as it is names nothing afterwards, so it is refused alike where it is made and where it is looked up.
 */

/** Errors as spreadsheets write them in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const errors = [
  'REF! N/A VALUE! NAME? DIV/0! NUM! NULL! SPILL! CALC! FIELD! BLOCKED! CONNECT! BUSY! UNKNOWN! ERROR! GETTING_DATA',
  'BEZUG! NV WERT! ZAHL! ÜBERLAUF! KALK! FELD! VALEUR! NOM? NOMBRE! ¡REF! ¡VALOR! ¿NOMBRE? ¡DIV/0! ¡NUM! ¡NULO!',
  'N/D RIF! VALORE! NOME? VALOR! NÚM! NULO! VERW! N/B WAARDE! NAAM? DEEL/0! GETAL! LEEG!',
];

const knownErrors: ReadonlySet<string> = new Set(
  errors.flatMap((line) => line.split(' ').map((error) => `#${error}`)),
);

/** An error, one of LibreOffice by its number, or what a sheet shows where a column is too narrow. */
export const isSpreadsheetError = (text: string): boolean =>
  knownErrors.has(text) || /^(?:Err:\d{3}|##+)$/.test(text);

/** A real name may look like 12E3. A spreadsheet always writes a sign and two digits; other programs add `.0`. */
const rewrittenNumber = /^-?\d([.,]\d+)?E[-+]\d{2,}$|^\d{5,}\.0$/i;

/** All that look like the plain space but the wide one of Chinese and Japanese, which everybody sees. */
const oddBlank = /(?![ \u3000])[\p{Zs}\u2800]/gu;

const wordsFor = (character: string): string => {
  if (/\p{Cc}/u.test(character)) return 'a control character';
  if (/(?!\p{Default_Ignorable_Code_Point})\p{M}/u.test(character)) return 'too many marks on a letter';
  return /\p{Zs}/u.test(character) ? 'a special space' : 'an invisible character';
};

/** The first character of a name that can't be seen or told from another one. */
const unclearIn = (name: string): string | undefined => {
  const blank = name.search(oddBlank);
  let first = blank < 0 ? name.length : blank;
  replaceInvisible(name, (character, at) => {
    first = Math.min(first, at);
    return character;
  });
  return first < name.length ? String.fromCodePoint(name.codePointAt(first) ?? 0) : undefined;
};

const longest = 60;

/** A name in quotation marks, with an escape for each character that can't be seen. */
export const shownName = (name: string): string => {
  const cut = name.length > longest ? `${name.slice(0, longest)}…` : name;
  return replaceInvisible(JSON.stringify(cut), escapedCharacter).replace(oddBlank, escapedCharacter);
};

/** Why a text is no name, in words that follow that of its field; undefined for a clean name. */
export const uncleanName = (name: string): string | undefined => {
  if (name === '') return 'is empty';
  const unclear = unclearIn(name);
  if (unclear !== undefined) return `contains ${wordsFor(unclear)}: ${shownName(name)}`;
  if (name.trim() === '') return 'is blank';
  if (name.trim() !== name) return `has spaces around it: ${shownName(name)}`;
  if (rewrittenNumber.test(name))
    return `was rewritten as a number (keep its column as text in the spreadsheet): ${shownName(name)}`;
  return errorValue(name);
};

/** The same for a text that is no name, and only no error of a spreadsheet. */
const errorValue = (text: string): string | undefined =>
  isSpreadsheetError(text) ? `is a spreadsheet error: ${shownName(text)}` : undefined;

/** The texts within a value that are errors of a spreadsheet, each with its path below that of the value. */
export const errorValues = (value: unknown, path: string): { path: string; message: string }[] => {
  if (typeof value === 'string') {
    const message = errorValue(value);
    return message === undefined ? [] : [{ path, message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap((part, index) => errorValues(part, `${path}[${index}]`))
    : Object.entries(value).flatMap(([name, part]) => errorValues(part, path ? `${path}.${name}` : name));
};
