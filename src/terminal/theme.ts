import { Chalk, type ColorSupportLevel } from 'chalk';
import type { Io, Output } from './io.ts';
import { type Role, styleOf } from './marks.ts';

/** How many colours a stream gets: 0 none, 1 the basic sixteen, 2 and 3 more. */
export type ColorLevel = ColorSupportLevel;

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

/** How many colours a stream gets: --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb, and last whether it is a terminal. */
export const colorLevel = (
  stream: Pick<Output, 'isTTY'>,
  env: Io['env'],
  noColorFlag: boolean,
): ColorLevel => {
  if (noColorFlag || env.NO_COLOR) return 0;
  if (env.FORCE_COLOR) return forcedLevel(env.FORCE_COLOR);
  if (env.TERM === 'dumb') return 0;
  return stream.isTTY ? 1 : 0;
};

const forcedLevel = (value: string): ColorLevel => {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : 1;
};
