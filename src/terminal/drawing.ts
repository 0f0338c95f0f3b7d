import { Chalk } from 'chalk';
import type { Output } from './io.ts';
import { type Role, type Shapes, styleOf } from './marks.ts';
import { type ColorLevel, type ScreenSources, screenWidth, shapesOn } from './screen.ts';

interface Theme {
  heading(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  /** Paints `text` in the colour of the word; unknown words, and columns without a role, stay plain. */
  paint(role: Role | undefined, word: string, text?: string): string;
}

/** The styles at a colour level; at level 0 all of them leave the text as it is. */
export const themeOf = (level: ColorLevel): Theme => {
  const chalk = new Chalk({ level });
  return {
    heading: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
    paint: (role, word, text = word) => {
      const style = role && styleOf(role, word);
      return style ? chalk[style](text) : text;
    },
  };
};

export interface Drawing {
  readonly width: number;
  readonly theme: Theme;
  readonly shapes?: Shapes;
}

/** How wide a table in a file may be: no name is longer. */
const fileWidth = 1000;

export const drawingOn = (out: Output, around: ScreenSources, level: ColorLevel): Drawing => ({
  // The terminal may be resized meanwhile.
  get width() {
    return out.isFile ? fileWidth : screenWidth(out, around, out.isTTY ? undefined : fileWidth);
  },
  theme: themeOf(level),
  shapes: shapesOn(out, around.env, level),
});
