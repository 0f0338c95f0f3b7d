import type { Io } from './io.ts';
import { widthOf } from './width.ts';

/** A line that is drawn again and again in one place of a terminal's stderr. */
export interface LiveLine {
  /** How wide the text may be now. */
  room(): number;
  draw(text: string): void;
  /** Takes it off the screen, so that something else can be printed; it can be drawn again below that. */
  clear(): void;
  /** Takes it off for good. */
  stop(): void;
}

/** How wide a terminal is taken to be that does not tell. */
const usualWidth = 80;
/** The terminal writes ^C where the cursor is, and may begin a new row behind its last column. */
const leftFree = '^C^C'.length + 1;

/** Whether a line can be drawn again in its place: somebody looks at stderr, and its cursor can be moved. */
export const canRedraw = ({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && env.TERM !== 'dumb' && !/^(?!(0|false|no|off)$)./i.test(env.CI ?? '');

/** Starts with nothing drawn. Where the tool is ended at once, what is drawn is taken off, too. */
export const startLiveLine = ({ stderr, ending }: Pick<Io, 'stderr' | 'ending'>): LiveLine => {
  /** How wide the text is that is drawn now. */
  let drawn = 0;
  /** To the beginning of what is drawn: a terminal that was made narrower meanwhile has broken it into rows. */
  const back = (): string => {
    const rows = Math.ceil(drawn / (stderr.columns || drawn));
    return rows > 1 ? `\r\x1b[${rows - 1}A\x1b[J` : '\r';
  };
  const clear = (): void => {
    if (drawn > 0) stderr.write(`${back()}\x1b[K`);
    drawn = 0;
  };
  ending.addEventListener('abort', clear);
  return {
    room: () => Math.max(1, (stderr.columns || usualWidth) - leftFree),
    draw(text) {
      stderr.write(`${back()}${text}\x1b[K`);
      drawn = widthOf(text);
    },
    clear,
    stop() {
      ending.removeEventListener('abort', clear);
      clear();
    },
  };
};
