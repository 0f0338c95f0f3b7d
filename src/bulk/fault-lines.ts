/**
 * The first faults of a file's rows, each with its line, and how many more of `faulty` rows there are. Where a line may
 * hold several rows, they are told apart by their numbers.
 */
export const faultLines = (
  faulty: number,
  faults: readonly { line: number; row: number; message: string }[],
  sharesLines: boolean,
): string[] => {
  const shown = faults.map(
    ({ line, row, message }) => `line ${line}${sharesLines ? `, row ${row}` : ''}: ${message}`,
  );
  const rest = faulty - new Set(faults.map(({ row }) => row)).size;
  return rest > 0 ? [...shown, `and ${rest} more row${rest === 1 ? '' : 's'}`] : shown;
};
