import { Chalk } from 'chalk';
import type { ColorLevel } from './color-level.ts';
import { type Role, styleOf } from './marks.ts';

/** The named styles of a stream. Each takes plain text and gives it back with the colours the stream gets. */
export interface Theme {
  heading(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Paints `text` as the word of the role wants; other words, and columns without a role, stay plain. */
  paint(role: Role | undefined, word: string, text?: string): string;
}

/** The styles at a colour level; at level 0 all of them leave the text as it is. */
export const themeOf = (level: ColorLevel): Theme => {
  const chalk = new Chalk({ level });
  return {
    heading: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    paint: (role, word, text = word) => {
      const style = role && styleOf(role, word);
      return style ? chalk[style](text) : text;
    },
  };
};
