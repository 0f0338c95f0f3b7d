import type { Io } from './io.ts';

/** A line that is drawn again and again in one place of a terminal's stderr. */
export interface LiveLine {
  draw(text: string): void;
  /** Takes it off the screen, so that something else can be printed; it can be drawn again below that. */
  clear(): void;
  /** Takes it off for good. */
  stop(): void;
}

/** Whether a line can be drawn again in its place: somebody looks at stderr, and its cursor can be moved. */
export const canRedraw = ({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && env.TERM !== 'dumb' && !/^(?!(0|false|no|off)$)./i.test(env.CI ?? '');

/** Starts with nothing drawn. Where the tool is ended at once, what is drawn is taken off, too. */
export const startLiveLine = ({ stderr, ending }: Pick<Io, 'stderr' | 'ending'>): LiveLine => {
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stderr.write('\r\x1b[K');
    isDrawn = false;
  };
  ending.addEventListener('abort', clear);
  return {
    draw(text) {
      stderr.write(`\r${text}\x1b[K`);
      isDrawn = true;
    },
    clear,
    stop() {
      ending.removeEventListener('abort', clear);
      clear();
    },
  };
};
