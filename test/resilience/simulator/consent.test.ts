import { expect, it } from 'vitest';
import { Books, type KeptRequest } from './books.ts';
import { ConsentJudge } from './consent.ts';
import type { Job } from './director.ts';
import type { Process } from './machine/interface.ts';
import { idOf } from './shop.ts';
import { Works } from './works.ts';

const ids = [1, 2, 3, 4].map((number) => idOf('a', number));

/** A command line that takes one away of each of four listings, with as many in them. */
const start = (
  line: string,
  inventories: readonly number[],
  { stderr = '', answers = undefined as string[] | undefined } = {},
) => {
  let now = 0;
  const listings = ids.map((id, index) => ({
    ...{ id, state: 'OPEN' as const, condition: 'GOOD', sku: `SKU-${index}` },
    ...{ availableInventory: inventories[index] ?? 9, externalIdentifier: `BAG-${index}` },
  }));
  const books = new Books(listings, () => now);
  const works = new Works(books.all());
  const argv = line.split(' ');
  const process = {
    folders: new Map(),
    began: 0,
    stdout: '',
    stderr,
    start: { argv, answers },
  } as unknown as Process;
  const files = new Map([['sold.csv', `id,delta\n${ids.map((id) => `${id},-1\n`).join('')}`]]);
  works.take({ name: 'A', line, argv, process, files, isOver: true } as Job);
  const [work] = works.all;
  if (work === undefined) throw new Error('the line is no work');
  const misses: string[] = [];
  const judge = new ConsentJudge(books, works, (kind) => misses.push(kind));
  return {
    sell(id: number) {
      now += 1_000;
      books.write(`${ids[id]}`, 1, { rival: 'sells' });
    },
    send(id: number) {
      now += 1_000;
      const listing = `${ids[id]}`;
      const before = books.get(listing)?.availableInventory ?? 0;
      const request = {
        ...{ by: process, at: now, kind: 'change', listing, deliveries: [] },
        body: { action: 'SET_INVENTORY', oldInventory: before, newInventory: before - 1 },
      } as unknown as KeptRequest;
      books.requests.push(request);
      books.write(listing, before - 1, { request });
    },
    misses() {
      judge.judge(work);
      return misses;
    },
  };
};

const line = 'inventory adjust --from sold.csv --run night';

it('lets a script close whatever comes if it says yes and sets no limit', () => {
  const { send, sell, misses } = start(`${line} --yes`, [1, 5]);
  send(0);
  sell(1);
  send(1);
  expect(misses()).toEqual([]);
});

it('sees a listing that falls to 1 after the plan, and is closed though there is a limit', () => {
  const { send, sell, misses } = start(`${line} --yes --max-close 2`, [5, 5]);
  send(0);
  sell(1);
  send(1);
  expect(misses()).toEqual(['closes too many']);
});

it('lets a script close as many as its limit if they were so when it planned', () => {
  const { send, misses } = start(`${line} --yes --max-close 2`, [1, 1, 1]);
  send(0);
  send(1);
  expect(misses()).toEqual([]);
  send(2);
  expect(misses()).toEqual(['closes too many']);
});

it('takes a person at the number that was shown', () => {
  const answers = ['y'];
  const { send, misses } = start(line, [1, 1], { stderr: '  3  to change\n  1  to close: BAG-0\n', answers });
  send(0);
  expect(misses()).toEqual([]);
  send(1);
  expect(misses()).toEqual(['closes more than was answered']);
});

it('sees more rows sent than --max-change allows', () => {
  const { send, misses } = start(`${line} --yes --max-change 50`, [5, 5, 5]);
  send(0);
  send(1);
  expect(misses()).toEqual([]);
  send(2);
  expect(misses()).toEqual(['adjust: changes too many']);
});
