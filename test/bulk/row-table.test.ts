import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/bulk/keys.ts';
import { marks, RowTable } from '../../src/bulk/row-table.ts';
import { fc } from '../support/properties.ts';

const key = (name: number) => digestOf(String(name));

/** Rows that have one of a few names, or, being faulty, none. */
const rows = fc.array(fc.option(fc.nat({ max: 40 }), { nil: undefined, freq: 6 }), { maxLength: 3000 });

describe('a table of rows', () => {
  it('finds what a map would find, the last row first', () => {
    fc.assert(
      fc.property(rows, (names) => {
        const table = new RowTable();
        const map = new Map<number, number[]>();
        for (const [index, name] of names.entries()) {
          table.add(name === undefined ? undefined : key(name), index);
          if (name !== undefined) map.set(name, [index + 1, ...(map.get(name) ?? [])]);
        }
        expect(table.count).toBe(names.length);
        for (let name = 0; name <= 41; name++)
          expect([...table.find(key(name))]).toEqual(map.get(name) ?? []);
        for (const [index, name] of names.entries()) {
          const isFaulty = table.isMarked(index + 1, marks.faulty);
          expect(isFaulty).toBe(name === undefined);
          if (name !== undefined)
            expect(table.previous(index + 1) === 0).toBe(map.get(name)?.at(-1) === index + 1);
          expect([table.isUnchanged(index + 1, index), table.isUnchanged(index + 1, index + 1)]).toEqual([
            true,
            false,
          ]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps what was noted while it grows', () => {
    const table = new RowTable();
    table.add(key(1), 7);
    table.resolve(1, key(100), 3);
    table.mark(1, marks.repeated);
    for (let name = 2; name <= 5000; name++) table.add(key(name), name);
    expect([
      table.matches(1),
      table.current(1),
      table.id(1).equals(key(100)),
      table.isMarked(1, marks.repeated),
    ]).toEqual([1, 3, true, true]);
    expect([table.matches(5000), table.current(5000)]).toEqual([0, Number.NaN]);
  });

  it('tells one listing from several, and one that a page repeats from another', () => {
    const table = new RowTable();
    table.add(key(1), 0);
    table.resolve(1, key(100), 3);
    table.resolve(1, key(100), 4);
    expect([table.matches(1), table.current(1)]).toEqual([1, 4]);
    table.resolve(1, key(101), 5);
    table.resolve(1, key(102), 5);
    expect(table.matches(1)).toBe(2);
  });
});
