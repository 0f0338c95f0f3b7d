import type { Io, Output } from './io.ts';

/** How wide a screen is taken to be that does not tell. */
const usualWidth = 80;

/** How many columns what is written to a stream has: those of its terminal now, else of COLUMNS, else 80. */
export const screenWidth = ({ columns }: Pick<Output, 'columns'>, { COLUMNS = '' }: Io['env']): number =>
  columns || (/^[1-9]\d{0,5}$/.test(COLUMNS) ? Number(COLUMNS) : usualWidth);
