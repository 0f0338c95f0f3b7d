/** The least width to which a column is shortened: fewer characters of a text say nothing. */
const least = 10;

/** What a column would take, in terminal columns, and whether it may not be shortened. */
export interface Wanted {
  width: number;
  rigid: boolean;
}

/**
 * The widths under which columns fit into `available` terminal columns, or undefined where they cannot.
 * The widest is shortened first, and among equals the last.
 */
export const fit = (wanted: readonly Wanted[], available: number): number[] | undefined => {
  const widths = wanted.map(({ width, rigid }) =>
    rigid ? width : Math.min(width, Math.max(available, least)),
  );
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widths.reduce(
      (best, width, index) =>
        width > least && !wanted[index]?.rigid && width >= (widths[best] ?? 0) ? index : best,
      -1,
    );
    if (widest < 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
};
