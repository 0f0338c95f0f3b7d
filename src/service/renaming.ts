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

/**
 * What the names of an object become, so that none is lost: if an undocumented field has the name that a documented one is
 * to get, the documented one gets it, and the other says by its new name that it is not that.
 */
export const namesAfter = (names: readonly string[], renaming: ReadonlyMap<string, string>) => {
  const plain = (name: string) => renaming.get(name) ?? name;
  const taken = new Set(names.map(plain));
  const aside = new Map<string, string>();
  if (taken.size < names.length) {
    const documented = new Set(names.flatMap((name) => renaming.get(name) ?? []));
    for (const name of names) {
      if (renaming.has(name) || !documented.has(name)) continue;
      let other = `${name}_undocumented`;
      while (taken.has(other)) other += '_';
      taken.add(other);
      aside.set(name, other);
    }
  }
  return { aside, of: (name: string) => aside.get(name) ?? plain(name) };
};
