/** `1 listing`, `2 listings`, `2 inventories`: a number of things, as a sentence says it. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
