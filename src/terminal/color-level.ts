import type { Io, Output } from './io.ts';

/** How many colours a stream gets: 0 none, 1 the basic sixteen, 2 and 3 more. */
export type ColorLevel = 0 | 1 | 2 | 3;

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
