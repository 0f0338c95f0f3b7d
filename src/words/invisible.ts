/** A region's flag (a black flag and hidden letters), and the joiner between two parts of an emoji. */
const emojiParts = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`;

const variationSelector = String.raw`[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** One selector of a form, as emoji and Han characters have them. Several could hide a text. */
const choiceOfForm = String.raw`(?<=[^\p{C}\p{Z}\uFE00-\uFE0F\u{E0100}-\u{E01EF}])${variationSelector}`;

/** More marks than any script puts on one letter, though they may take the lines above and below. */
const towering = String.raw`(?<=\p{M}{8})\p{M}`;

/** Control characters, halves of characters, line and paragraph separators, marks of annotations, and invisible characters. */
const harmful = String.raw`(?!${choiceOfForm})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;

const plain = /^[ -~]*$/;

/** Replaces each character that acts on a terminal, breaks a line, turns the direction of text, is invisible, or one mark too many. */
export const replaceInvisible = (text: string, replace: (character: string, at: number) => string): string =>
  plain.test(text)
    ? text
    : text.replace(
        new RegExp(`(${emojiParts})|${harmful}|${towering}`, 'gu'),
        (character, emoji: string | undefined, at: number) =>
          emoji === undefined ? replace(character, at) : character,
      );

/** `\u200b` */
export const escapedCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
