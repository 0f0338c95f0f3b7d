/** JSON may hold half a character, as an escape. jq refuses all of its input then; U+FFFD in its place costs that character alone. */
const half = String.raw`\\u[dD][89abAB][\da-fA-F]{2}`;
const otherHalf = String.raw`\\u[dD][c-fC-F][\da-fA-F]{2}`;
const begunEscape = String.raw`\\(?:u[\da-fA-F]{0,3})?$`;

/** Escapes, one after the other: a whole character, what may go on in the next piece, a half, any other. */
const escapes = new RegExp(
  `${half}${otherHalf}|(?<begun>${half}(?=$|${begunEscape})|${begunEscape})|(?<alone>${half}|${otherHalf})|\\\\[^]`,
  'g',
);

/** The same at the end of the text, where nothing goes on. */
const lastEscapes = new RegExp(`${half}${otherHalf}|(?<alone>${half}|${otherHalf})|\\\\[^]`, 'g');

const replacement = '\\ufffd';

/** JSON without halves of characters. */
export const wholeCharacters = (json: string): string =>
  json.replace(lastEscapes, (found, ...rest) => (rest.at(-1).alone === undefined ? found : replacement));

/** The same for JSON that comes in pieces, wherever they are cut. At the end, `undefined` gives what is left. */
export const halvesMender = () => {
  let begun = '';
  return (piece: Uint8Array | undefined): Uint8Array => {
    const bytes = Buffer.from(piece ?? []);
    if (begun === '' && !bytes.includes(0x5c)) return bytes;
    // Each byte is a character of Latin-1, and escapes are ASCII.
    const text = begun + bytes.toString('latin1');
    begun = '';
    if (piece === undefined) return Buffer.from(wholeCharacters(text), 'latin1');
    const mended = text.replace(escapes, (found, ...rest) => {
      const groups = rest.at(-1);
      if (groups.begun === undefined) return groups.alone === undefined ? found : replacement;
      begun += found;
      return '';
    });
    return Buffer.from(mended, 'latin1');
  };
};
