/** The least width to which a column is shortened. */
const least = 6;

interface Wanted {
  width: number;
  /** Whether the column is left whole as long as another one can be shortened. */
  whole: boolean;
}

/**
 * The widths under which columns fit into `available` terminal columns, or undefined where they cannot.
 * The widest is shortened first, and among equals the last.
 */
export const fit = (wanted: readonly Wanted[], available: number): number[] | undefined => {
  const widths = wanted.map(({ width }) => Math.min(width, available));
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  for (const sparing of [true, false])
    while (excess > 0) {
      const widest = widths.reduce(
        (best, width, index) =>
          width > least && !(sparing && wanted[index]?.whole) && width >= (widths[best] ?? 0) ? index : best,
        -1,
      );
      if (widest < 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
      excess -= 1;
    }
  return excess > 0 ? undefined : widths;
};
