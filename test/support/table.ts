/** A table as text: a row a line, its cells parted by `→`. The first of them may be empty. */
export const table = (text: string): string[][] => {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/(?:^| )→ /));
  const odd = rows.find((row) => row.length !== rows[0]?.length);
  if (odd) throw new Error(`This row has not as many cells as the first one: ${odd.join(' → ')}`);
  return rows;
};
