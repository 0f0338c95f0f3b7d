import { Chalk } from 'chalk';
import type { Output } from './io.ts';
import { type Role, type Shapes, styleOf } from './marks.ts';
import { type ColorLevel, type ScreenSources, screenWidth, shapesOn } from './screen.ts';

/** The named styles of a stream. Each takes plain text and returns it with the colours that the stream gets. */
interface Theme {
  heading(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
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
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
    paint: (role, word, text = word) => {
      const style = role && styleOf(role, word);
      return style ? chalk[style](text) : text;
    },
  };
};

/** What something is drawn on: its width in terminal columns, its colours, its shapes. */
export interface Drawing {
  readonly width: number;
  readonly theme: Theme;
  readonly shapes?: Shapes;
}

/** How wide a table may be that nobody reads on a screen: nothing that names something is longer. */
const fileWidth = 1000;

/** How to draw on a stream that gets so many colours. */
export const drawingOn = (out: Output, around: ScreenSources, level: ColorLevel): Drawing => ({
  // The terminal may be made wider or narrower while it is drawn on.
  get width() {
    return out.isFile ? fileWidth : screenWidth(out, around, out.isTTY ? undefined : fileWidth);
  },
  theme: themeOf(level),
  shapes: shapesOn(out, around.env, level),
});
