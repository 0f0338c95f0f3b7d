import { describe, expect, it } from 'vitest';
import { digestOf, marks, RowTable } from '../../src/names/row-table.ts';
import { fc } from '../support/properties.ts';

const key = (name: number) => digestOf(String(name));

/** A listing that fits a row in one way. */
const fitting = (name: number, inventory: number, isOpen = true) => ({
  id: key(name),
  inventory,
  isOpen,
  facts: 0,
  ways: 1,
});

/** Rows that have one of a few names, or, being faulty, none. */
const rows = fc.array(fc.option(fc.nat({ max: 40 }), { nil: undefined, freq: 6 }), { maxLength: 3000 });

describe('a table of rows', () => {
  it('finds what a map would find, the last row first', () => {
    fc.assert(
      fc.property(rows, (names) => {
        const table = new RowTable();
        const map = new Map<number, number[]>();
        for (const [index, name] of names.entries()) {
          table.add(name === undefined ? undefined : key(name));
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
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps what was noted while it grows', () => {
    const table = new RowTable();
    table.add(key(1));
    table.resolve(1, fitting(100, 3));
    table.mark(1, marks.sharesListing);
    for (let name = 2; name <= 5000; name++) table.add(key(name));
    expect([
      table.matches(1),
      table.current(1),
      table.id(1).equals(key(100)),
      table.isMarked(1, marks.sharesListing),
    ]).toEqual([1, 3, true, true]);
    expect([table.matches(5000), table.current(5000)]).toEqual([0, Number.NaN]);
  });

  it('tells one listing from several, and one that a page repeats from another', () => {
    const table = new RowTable();
    table.add(key(1));
    table.resolve(1, fitting(100, 3));
    table.resolve(1, fitting(100, 4));
    expect([table.matches(1), table.current(1)]).toEqual([1, 4]);
    table.resolve(1, fitting(101, 5));
    table.resolve(1, fitting(102, 5));
    expect([table.matches(1), table.hasListing(1)]).toEqual([2, false]);
  });

  it.each([
    ['the OPEN one of two', [fitting(1, 7, false), fitting(2, 8)], 8],
    ['the same in the other order', [fitting(2, 8), fitting(1, 7, false)], 8],
    [
      'one that was sold while the list was read',
      [fitting(1, 7), fitting(2, 8), fitting(1, 7, false)],
      undefined,
    ],
    ['one that a page repeats', [fitting(1, 7, false), fitting(2, 8), fitting(2, 9)], 9],
    ['none of two that are OPEN', [fitting(1, 7), fitting(2, 8), fitting(3, 9, false)], undefined],
    [
      'none of two that are OPEN, one of which a page repeats',
      [fitting(1, 7), fitting(2, 8), fitting(1, 7)],
      undefined,
    ],
    ['none of two that are CLOSED', [fitting(1, 7, false), fitting(2, 8, false)], undefined],
    [
      'none of two that fit in different ways',
      [fitting(1, 7, false), { ...fitting(2, 8), ways: 2 }],
      undefined,
    ],
    [
      'one of two that share a way',
      [
        { ...fitting(1, 7, false), ways: 3 },
        { ...fitting(2, 8), ways: 2 },
      ],
      8,
    ],
  ])('means %s', (_, listings, inventory) => {
    const table = new RowTable();
    table.add(key(1));
    for (const listing of listings) table.resolve(1, listing);
    expect(table.hasListing(1) ? table.current(1) : undefined).toBe(inventory);
  });
});
