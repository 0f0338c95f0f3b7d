import type { Io } from './io.ts';
import { screenWidth } from './screen.ts';
import { widthOf } from './width.ts';

/** A line that is redrawn in one place of the terminal that stderr is. */
interface LiveLine {
  /** How wide the text may be now. */
  room(): number;
  draw(text: string): void;
  /** Removes it from the screen, so that something else can be printed; it can be drawn again below that. */
  clear(): void;
  /** Removes it for good. */
  stop(): void;
}

/** The terminal writes ^C where the cursor is, and may begin a new row after its last column. */
const leftFree = '^C^C'.length + 1;

/** Whether a line can be redrawn in its place: stderr is a terminal, and its cursor can be moved. */
export const canRedraw = ({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && env.TERM !== 'dumb' && !/^(?!(0|false|no|off)$)./i.test(env.CI ?? '');

/** Starts with nothing drawn. If the tool is forced to end, the line is still removed. */
export const startLiveLine = ({ stderr, ending }: Pick<Io, 'stderr' | 'ending'>): LiveLine => {
  /** How wide the drawn text is. */
  let drawn = 0;
  /** Moves to the beginning of what is drawn, which a terminal that was made narrower has broken into rows. */
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
    room: () => Math.max(1, screenWidth(stderr, {}) - leftFree),
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
