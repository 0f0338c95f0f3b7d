/** Where a part of a text begins, and where it ends. */
export type Range = readonly [begin: number, end: number];

/** What somebody reads in a text. */
export interface Reading {
  text: string;
  /** Where these parts of it stand in the text as it was written. */
  original(ranges: readonly Range[]): Range[];
}

/** A text that is read as it was written. */
export const asItStands = (text: string): Reading => ({ text, original: merged });

/**
 * What is read where each text that the expression finds stands for another one. `read` is called as by `replace`, but
 * without what follows the groups.
 */
export const decoded = (
  source: Reading,
  expression: RegExp,
  read: (...found: (string | undefined)[]) => string,
): Reading => ({
  text: source.text.replace(expression, read),
  original(ranges) {
    // Nothing was kept of the escapes, as they may be as many as the text has characters.
    const escapes = source.text.matchAll(expression);
    let next = escapes.next().value;
    let [from, at] = [0, 0];
    /** Where one character stands. It looks only forwards. */
    const placeOf = (place: number): Range => {
      for (; next; next = escapes.next().value) {
        const behind = at + next.index - from;
        if (place < behind) break;
        const length = read(...next).length;
        const end = next.index + next[0].length;
        if (place < behind + length) return [next.index, end];
        [from, at] = [end, behind + length];
      }
      return [from + place - at, from + place - at + 1];
    };
    return source.original(merged(ranges).map(([begin, end]) => [placeOf(begin)[0], placeOf(end - 1)[1]]));
  },
});

/** These parts in their order; what touches is one. */
const merged = (ranges: readonly Range[]): Range[] => {
  const all: [number, number][] = [];
  for (const [begin, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([begin, end]);
  }
  return all;
};

/** A text with `***` in place of these parts. */
export const masked = (text: string, ranges: readonly Range[]): string => {
  let shown = '';
  let end = 0;
  for (const [from, to] of merged(ranges)) {
    shown += `${text.slice(end, from)}***`;
    end = to;
  }
  return shown + text.slice(end);
};
