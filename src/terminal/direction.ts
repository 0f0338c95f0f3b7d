/** The blocks of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, and those of Unicode's supplementary plane. */
const letter = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;

const anyLetter = new RegExp(letter, 'u');

/**
 * A phrase of such letters. Neither the two blanks between columns are part of it, nor a number or a comma: those must stay beside
 * what they belong to.
 */
const phrase = new RegExp(String.raw`\u2068?${letter}+(?:[ '"-]${letter}+)*\u2069?`, 'gu');

/**
 * A text for a terminal that orders letters by their direction, as several do: each phrase from right to left is isolated (FSI, PDI),
 * so that what stands beside it, such as the next column or `3 → 0`, stays where it is. A terminal that orders nothing shows
 * neither mark.
 */
export const isolated = (text: string): string =>
  anyLetter.test(text)
    ? text.replace(phrase, (found) => `\u2068${found.replace(/[\u2068\u2069]/g, '')}\u2069`)
    : text;
