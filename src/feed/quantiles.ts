/**
 * The value below which a share of the sorted numbers lies, 0 for the least and 1 for the greatest. Between two numbers
 * it is taken from the straight line that joins them, as spreadsheets do. Undefined where there are none.
 */
export const quantile = (sorted: ArrayLike<number>, share: number): number | undefined => {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
};
