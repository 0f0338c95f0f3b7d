import { quantile } from './quantiles.ts';

/** How many of some numbers are at or above `from` and below `to`; the last bin takes its own `to` in as well. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

const wantedBins = 10;

/**
 * Counts sorted numbers in bins of one round width, 1, 2, 2.5 or 5 times a power of ten, about ten of them. The last one
 * goes up to the greatest number, however far that is, so that a few of those do not press all others into one bin.
 */
export const histogram = (sorted: ArrayLike<number>): Bin[] => {
  const least = sorted[0];
  const most = sorted[sorted.length - 1];
  if (least === undefined || most === undefined) return [];
  const usualMost = quantile(sorted, 0.99) as number;
  const width = roundWidth((usualMost - least) / wantedBins);
  const first = Math.floor(least / width);
  const count = Math.max(1, Math.ceil(usualMost / width) - first);
  const bins = Array.from({ length: count }, (_, index) => ({
    from: multiple(first + index, width),
    to: multiple(first + index + 1, width),
    count: 0,
  }));
  const last = bins[count - 1] as Bin;
  last.to = Math.max(last.to, most);
  let at = 0;
  for (const bin of bins)
    for (; at < sorted.length && ((sorted[at] as number) < bin.to || bin === last); at++) bin.count += 1;
  return bins;
};

const roundWidth = (least: number): number => {
  // Numbers that are all the same have no width of their own.
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10) * power;
};

/** So many times a width, without what binary fractions add behind the digits. */
const multiple = (times: number, width: number): number => Number((times * width).toPrecision(15));
