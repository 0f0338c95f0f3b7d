import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { screenWidth } from '../screen-width.ts';
import { wrap } from '../width.ts';

/** What the library puts before a question. */
const mark = '? ';

/**
 * A question in lines that fit the terminal, broken between words: the library would break it wherever a line ends.
 * `behind` is what it puts behind the question, which stays with the last word. Nothing in it acts on the terminal.
 */
export const brokenBetweenWords = ({ stderr, env }: Io, question: string, behind = ''): string => {
  // A character is left for the cursor.
  const kept = '_'.repeat(behind === '' ? 1 : behind.length + 3);
  const lines = `${mark}${harmlessLines(question)}${kept}`.split('\n');
  const broken = lines.flatMap((line) => wrap(line, screenWidth(stderr, env)));
  return broken.join('\n').slice(mark.length, -kept.length);
};
