/** What a region's flag is made of (a black flag and hidden letters), and the joiner between two parts of an emoji. */
const emojiParts = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`;

const variationSelector = String.raw`[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** A choice between the forms of the character before it, as emoji and Han characters have them. More than one could hide a text. */
const choiceOfForm = String.raw`(?<=[^\p{C}\p{Z}\uFE00-\uFE0F\u{E0100}-\u{E01EF}])${variationSelector}`;

/** What belongs to one script, and does not show elsewhere: the blank of Braille, and the controls of hieroglyphs. */
const outOfPlace = String.raw`(?<![\u2801-\u28FF])\u2800(?![\u2801-\u28FF])|(?<![\u{13000}-\u{1342F}])[\u{13430}-\u{1343F}]`;

/**
 * What acts on a terminal, breaks a line, turns the direction of text, or does not show at all:
 * control characters, halves of characters, line and paragraph separators, marks of annotations, and ignorable characters.
 */
const harmful = String.raw`(?!${choiceOfForm})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|${outOfPlace}`;

/** The character as JSON would escape it, four digits a UTF-16 unit: \u001b. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Makes text of the service safe to show on a person's screen, in one line: every control, invisible, or
 * direction-turning character becomes a visible escape such as \u001b. All other text stays as it is.
 */
export const escapeControls = (text: string): string => {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(new RegExp(`(${emojiParts})|${harmful}`, 'gu'), (character, emoji?: string) =>
    emoji === undefined ? escaped(character) : character,
  );
};

/** The same for text of several lines, whose line ends stay. */
export const escapeControlsInLines = (text: string): string =>
  text.split('\n').map(escapeControls).join('\n');
