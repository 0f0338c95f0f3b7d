import type { Names } from './dialect.ts';

/** Some names → others. */
export interface Renaming {
  /** What is not in it stays. */
  readonly some: ReadonlyMap<string, string>;
  /**
   * The same, closed: a name that another one takes gets the name that nothing else takes. So no two things, however
   * they are called, ever become one.
   */
  readonly closed: ReadonlyMap<string, string>;
}

/** The names that a deployment has otherwise → theirs; and, `inverse`, back. */
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

/** An object with its fields renamed, in their order. Loses none. */
export const renamed = (
  entries: readonly (readonly [string, unknown])[],
  { some, closed }: Renaming,
): Record<string, unknown> => {
  const by = (names: ReadonlyMap<string, string>) =>
    Object.fromEntries(entries.map(([name, value]) => [names.get(name) ?? name, value]));
  const object = by(some);
  return Object.keys(object).length === entries.length ? object : by(closed);
};
