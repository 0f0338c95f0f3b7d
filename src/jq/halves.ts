/** JSON may contain an unpaired surrogate as an escape. jq would refuse the whole input, so U+FFFD replaces it. */
const half = String.raw`\\u[dD][89abAB][\da-fA-F]{2}`;
const otherHalf = String.raw`\\u[dD][c-fC-F][\da-fA-F]{2}`;
const begunEscape = String.raw`\\(?:u[\da-fA-F]{0,3})?$`;

/** Escapes: a surrogate pair, a possibly incomplete one at the end of the piece, an unpaired surrogate, any other. */
const escapes = new RegExp(
  `${half}${otherHalf}|(?<begun>${half}(?=$|${begunEscape})|${begunEscape})|(?<alone>${half}|${otherHalf})|\\\\[^]`,
  'g',
);

/** The same for a complete text. */
const lastEscapes = new RegExp(`${half}${otherHalf}|(?<alone>${half}|${otherHalf})|\\\\[^]`, 'g');

const replacement = '\\ufffd';

/** JSON without unpaired surrogates. */
export const wholeCharacters = (json: string): string =>
  json.replace(lastEscapes, (found, ...rest) => (rest.at(-1).alone === undefined ? found : replacement));

/** The same for a stream of pieces, cut anywhere. `undefined` ends it, and returns the rest. */
export const surrogateMender = () => {
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
