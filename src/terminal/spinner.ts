import type { Io } from './io.ts';
import { canRedraw, startLiveLine } from './live-line.ts';
import { shorten } from './width.ts';

/** Shows a person that the tool is waiting for something. */
export interface Spinner {
  /** Begins one more wait; call the function that it returns when the wait has ended. */
  wait(): () => void;
  /** Keeps it off the screen while something else needs the screen, such as a question. */
  hideDuring<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

const appearsAfterMs = 1000;
const redrawMs = 100;
const turns = ['|', '/', '-', '\\'];

/** A spinner on stderr, if that is a terminal, once a wait has lasted a second. Elsewhere nothing is drawn. */
export const makeSpinner = (
  io: Pick<Io, 'stdout' | 'stderr' | 'env' | 'ending'>,
  { label, quiet }: { label: string; quiet: boolean },
): Spinner => {
  if (quiet || !canRedraw(io)) return { wait: () => () => {}, hideDuring: (work) => work() };
  let awaited = 0;
  let hidden = 0;
  let stop = () => {};
  let clear = () => {};
  const start = () => {
    const line = startLiveLine(io);
    const began = performance.now();
    let turn = 0;
    const timer = setInterval(() => {
      if (hidden > 0 || performance.now() - began < appearsAfterMs) return;
      line.draw(shorten(`${label} ${turns[turn++ % turns.length]}`, line.room()));
    }, redrawMs);
    timer.unref();
    clear = line.clear;
    stop = () => {
      clearInterval(timer);
      line.stop();
    };
  };
  return {
    wait() {
      awaited += 1;
      if (awaited === 1) start();
      return () => {
        awaited -= 1;
        if (awaited === 0) stop();
      };
    },
    async hideDuring(work) {
      hidden += 1;
      clear();
      try {
        return await work();
      } finally {
        hidden -= 1;
      }
    },
  };
};
