/** Where a part of a text begins, and where it ends. */
export type Range = readonly [begin: number, end: number];

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
