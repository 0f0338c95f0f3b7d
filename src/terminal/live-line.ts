import type { BottomLine, Io } from './io.ts';
import { screenWidth } from './screen.ts';
import { shorten, widthOf } from './width.ts';

/** A line that is redrawn in one place, at the bottom of the terminal that stderr is. What is printed appears above it. */
interface LiveLine {
  /** How wide the text may be now. */
  room(): number;
  draw(text: string): void;
  /** Removes it from the screen; it can be drawn again. */
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
export const startLiveLine = (io: Pick<Io, 'stdout' | 'stderr' | 'ending'>): LiveLine => {
  const { stderr, ending } = io;
  /** What is drawn now. */
  let drawn = '';
  const room = (): number => Math.max(1, screenWidth(stderr, { env: {} }) - leftFree);
  /** Moves to the beginning of what is drawn, which a terminal that was made narrower has broken into rows. */
  const back = (): string => {
    const width = widthOf(drawn);
    const rows = Math.ceil(width / (stderr.columns || width));
    return rows > 1 ? `\r\x1b[${rows - 1}A\x1b[J` : '\r';
  };
  const clear = (): void => {
    if (drawn !== '') stderr.write(`${back()}\x1b[K`);
    drawn = '';
  };
  const bottomLine: BottomLine = {
    below(text) {
      if (drawn === '') return text;
      const begin = `${back()}\x1b[K${text}`;
      drawn = text.endsWith('\n') ? shorten(drawn, room()) : '';
      return `${begin}${drawn}`;
    },
  };
  /** A person sees both streams on the same screen. */
  const screens = [stderr, ...(io.stdout.isTTY ? [io.stdout] : [])];
  for (const screen of screens) screen.bottomLine = bottomLine;
  ending.addEventListener('abort', clear);
  return {
    room,
    draw(text) {
      if (io.stdout.isCovered) return;
      stderr.write(`${back()}${text}\x1b[K`);
      drawn = text;
    },
    clear,
    stop() {
      ending.removeEventListener('abort', clear);
      for (const screen of screens) if (screen.bottomLine === bottomLine) screen.bottomLine = undefined;
      clear();
    },
  };
};
