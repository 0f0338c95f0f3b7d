import type { ColorLevel } from './color-level.ts';
import type { Io, Output } from './io.ts';
import type { Shapes } from './marks.ts';

/** Whether the terminal shows block characters: its locale is one of UTF-8, and it is not a dumb one. */
export const showsBlocks = ({ TERM, LC_ALL, LC_CTYPE, LANG }: Io['env']): boolean =>
  TERM !== 'dumb' && /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');

/** Which shapes stand beside words: on a terminal, or where colours are wanted elsewhere, and none for programs. */
export const shapesOn = ({ isTTY }: Pick<Output, 'isTTY'>, env: Io['env'], level: ColorLevel): Shapes => {
  if (!isTTY && level === 0) return 'none';
  return showsBlocks(env) ? 'unicode' : 'ascii';
};
