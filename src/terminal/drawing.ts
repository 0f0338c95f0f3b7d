import { Chalk } from 'chalk';
import type { Output } from './io.ts';
import { type Role, styleOf } from './marks.ts';
import { type ColorLevel, hasShapes, type ScreenSources, screenWidth } from './screen.ts';

/** The styles at a colour level; at level 0 all of them leave the text as it is. */
export const themeOf = (level: ColorLevel) => {
  const chalk = new Chalk({ level });
  return {
    heading: (text: string) => chalk.bold(text),
    dim: (text: string) => chalk.dim(text),
    good: (text: string) => chalk.green(text),
    warn: (text: string) => chalk.yellow(text),
    bad: (text: string) => chalk.red(text),
    /** Paints `text` in the colour of the word; unknown words, and columns without a role, stay plain. */
    paint: (role: Role | undefined, word: string, text = word) => {
      const style = role && styleOf(role, word);
      return style ? chalk[style](text) : text;
    },
  };
};

export interface Drawing {
  readonly width: number;
  readonly theme: ReturnType<typeof themeOf>;
  /** Whether words have their shapes before them. */
  readonly shapes?: boolean;
}

/** How wide a table in a file may be: no name is longer. */
const fileWidth = 1000;

export const drawingOn = (out: Output, around: ScreenSources, level: ColorLevel): Drawing => ({
  width: out.isFile ? fileWidth : screenWidth(out, around, out.isTTY ? undefined : fileWidth),
  theme: themeOf(level),
  shapes: hasShapes(out, level),
});
