/** How many letters must be added, left out or changed to make one text of the other. */
const distance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const letter of one) {
    const line = [(above[0] as number) + 1];
    for (const [at, otherLetter] of [...other].entries()) {
      const changed = (above[at] as number) + (letter === otherLetter ? 0 : 1);
      line.push(Math.min(changed, (above[at + 1] as number) + 1, (line[at] as number) + 1));
    }
    above = line;
  }
  return above.at(-1) as number;
};

/** The known word that a person may have meant by a misspelt one: at most a third of its letters differ. */
export const nearest = (said: string, known: readonly string[]): string | undefined =>
  known
    .map((word) => ({ word, far: distance(said.slice(0, 100), word) }))
    .filter(({ word, far }) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.far - other.far)[0]?.word;
