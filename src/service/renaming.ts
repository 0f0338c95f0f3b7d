import type { Names } from './dialect.ts';

/** A change of names. */
export interface Renaming {
  /** Old names → new ones. A name that is not in it stays. */
  readonly some: ReadonlyMap<string, string>;
  /**
   * The same as a permutation: if a name is taken, its former owner gets the name that became free. So two fields never
   * end up with the same name, whatever they are called.
   */
  readonly closed: ReadonlyMap<string, string>;
}

/** The change from our names to a deployment's, or back. */
export const renamingOf = (names: Names, direction: 'toWire' | 'fromWire'): Renaming => {
  const pairs = Object.entries(names).filter(([ours, theirs]) => ours !== theirs);
  const some = new Map(direction === 'toWire' ? pairs : pairs.map(([ours, theirs]) => [theirs, ours]));
  const back = new Map([...some].map(([from, to]) => [to, from]));
  const leftOver = (taken: string): string => {
    const taker = back.get(taken);
    return taker === undefined ? taken : leftOver(taker);
  };
  const taken = [...some.values()].filter((name) => !some.has(name));
  return {
    some,
    closed: new Map([...some, ...taken.map((name): [string, string] => [name, leftOver(name)])]),
  };
};

/** An object with its fields renamed, in the same order, and none of them lost. */
export const renamed = (
  entries: readonly (readonly [string, unknown])[],
  { some, closed }: Renaming,
): Record<string, unknown> => {
  const by = (names: ReadonlyMap<string, string>) =>
    Object.fromEntries(entries.map(([name, value]) => [names.get(name) ?? name, value]));
  const object = by(some);
  return Object.keys(object).length === entries.length ? object : by(closed);
};
