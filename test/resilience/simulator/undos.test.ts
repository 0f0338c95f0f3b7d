import { expect, it } from 'vitest';
import { Books, type KeptRequest } from './books.ts';
import type { Job } from './director.ts';
import type { Process } from './machine/interface.ts';
import { idOf } from './shop.ts';
import { UndoJudge } from './undos.ts';
import { Works } from './works.ts';

const id = idOf('a', 1);

/** A run that set 5 to 9, and its undo; each writes by a request whose answer arrived. */
const open = () => {
  let now = 0;
  const listing = {
    id,
    state: 'OPEN',
    condition: 'GOOD',
    sku: 'SKU-1',
    externalIdentifier: 'BAG-1',
  } as const;
  const books = new Books([{ ...listing, availableInventory: 5 }], () => now);
  const works = new Works(books.all());
  const type = (line: string) => {
    const process = { folders: new Map() } as unknown as Process;
    const files = new Map([['stock.csv', `id,quantity\n${id},9\n`]]);
    const job = { name: 'A', line, argv: line.split(' '), process, files, isOver: true } as Job;
    works.take(job);
    return (after: number) => {
      now += 1_000;
      const request = {
        by: process,
        doubt: undefined,
        answeredAt: now,
        deliveries: [],
      } as unknown as KeptRequest;
      books.write(id, after, { request });
    };
  };
  const set = type('inventory set --from stock.csv --run night --yes');
  const undo = type('runs undo night --yes');
  const misses: string[] = [];
  const judge = new UndoJudge(books, works, (kind) => misses.push(kind));
  const [, work] = works.all;
  if (work === undefined) throw new Error('the undo is no work');
  const sell = (left: number) => {
    now += 1_000;
    books.write(id, left, { rival: 'sells' });
  };
  return { set, undo, sell, judge, work, row: { line: 2, listing: id }, misses };
};

it('lets an undo bring back what its run found', () => {
  const { set, undo, judge, work, row, misses } = open();
  set(9);
  undo(5);
  judge.judgeRestored(work, row);
  expect(misses).toEqual([]);
});

it('sees an undo that takes back what somebody else did', () => {
  const { set, undo, sell, judge, work, row, misses } = open();
  set(9);
  sell(8);
  undo(5);
  judge.judgeRestored(work, row);
  expect(misses).toEqual(['undo: from what its run had not left']);
});
