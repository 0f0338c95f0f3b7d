/** A number of things, as a sentence says it: `1 listing`, `2 listings`, `2 inventories`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
