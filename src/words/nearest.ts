/** How many letters must be added, removed, changed, or swapped with a neighbour to turn one text into the other. */
const distance = (one: string, other: string): number => {
  const lines = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number): number => lines[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    lines.push(line);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
};

/** More words would take too long to compare. */
const mostKnown = 1000;

/** The most similar known word: at most a third of its letters differ, regardless of case. */
export const nearest = (text: string, known: readonly string[]): string | undefined =>
  known
    .slice(0, mostKnown)
    .filter((word) => word.length < 200)
    .map((word) => ({ word, far: distance(text.slice(0, 100).toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, far }) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.far - other.far)[0]?.word;

/** ` (did you mean good?)`; empty if no known word is similar. */
export const didYouMean = (text: string, known: readonly string[]): string => {
  const similar = nearest(text, known);
  return similar === undefined ? '' : ` (did you mean ${similar}?)`;
};
