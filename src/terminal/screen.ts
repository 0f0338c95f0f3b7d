import type { Io, Output } from './io.ts';

/** Other sources of the screen width, for a stream without one. */
export type ScreenSources = Pick<Io, 'env' | 'terminal'> & { stderr?: Pick<Output, 'columns'> };

/**
 * How many columns a stream has now: those of its terminal; for a pipe, which may lead to a pager, those of the terminal that
 * stderr is, else of COLUMNS, else of the process's own terminal, else the `usual` ones.
 */
export const screenWidth = (
  { columns }: Pick<Output, 'columns'>,
  { stderr, env: { COLUMNS = '' }, terminal }: ScreenSources,
  usual = 80,
): number =>
  columns ||
  stderr?.columns ||
  (/^[1-9]\d{0,5}$/.test(COLUMNS) && Number(COLUMNS)) ||
  terminal?.columns() ||
  usual;

/** How many colours a stream gets: 0 none, 1 the basic sixteen. */
export type ColorLevel = 0 | 1;

/** In this order: --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb, and whether the stream is a terminal. */
export const colorLevel = (
  stream: Pick<Output, 'isTTY'>,
  env: Io['env'],
  noColorFlag: boolean,
): ColorLevel => {
  if (noColorFlag || env.NO_COLOR) return 0;
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' || env.FORCE_COLOR === 'false' ? 0 : 1;
  if (env.TERM === 'dumb') return 0;
  return stream.isTTY ? 1 : 0;
};

/** Whether shapes stand before words: on a terminal, or wherever colours are forced; not for programs. */
export const hasShapes = ({ isTTY }: Pick<Output, 'isTTY'>, level: ColorLevel): boolean =>
  isTTY === true || level > 0;
