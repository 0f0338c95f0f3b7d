/** A pseudo-random number from 0 to 2^32-1. Calls that differ only in the last number never give the same result. */
export const scramble = (...parts: readonly number[]): number => {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
};

export const dice = (...parts: readonly number[]) => {
  let state = scramble(...parts);
  return (sides: number): number => {
    state = scramble(state, 1);
    return state % sides;
  };
};

export const pick = <Item>(list: readonly Item[], number: number): Item => list[number % list.length] as Item;

const kinds = { listing: 1, product: 2 } as const;

/** The UUID of the listing or product with a number: for one seed always the same, and different for each number. */
export const uuidOf = (kind: keyof typeof kinds, seed: number, number: number): string => {
  const bytes = Buffer.alloc(16);
  for (let group = 0; group < 4; group++)
    bytes.writeUInt32BE(scramble(seed, kinds[kind], group, number), group * 4);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
