import type { Io } from './io.ts';

/** Whether the terminal shows block characters: its locale is one of UTF-8, and it is not a dumb one. */
export const showsBlocks = ({ TERM, LC_ALL, LC_CTYPE, LANG }: Io['env']): boolean =>
  TERM !== 'dumb' && /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
