import { escapedCharacter, replaceInvisible } from '../words/invisible.ts';

/**
 * Makes a text safe to show on a screen, in one line: each character that acts on a terminal, breaks a line, turns the direction
 * of text, or is invisible becomes an escape such as \u001b.
 */
export const escapeControls = (text: string): string => replaceInvisible(text, escapedCharacter);

/** The same for text of several lines, whose line ends stay. */
export const escapeControlsInLines = (text: string): string =>
  text.split('\n').map(escapeControls).join('\n');
