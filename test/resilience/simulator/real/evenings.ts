import type { Listing } from '../books.ts';
import type { History, Step } from '../history.ts';
import { idOf } from '../shop.ts';

const listings = [1, 2, 3, 4, 5, 6].map(
  (number): Listing => ({
    ...{ id: idOf('a', number), state: 'OPEN', condition: 'GOOD', availableInventory: 5 },
    ...{ sku: `SKU-${number}`, externalIdentifier: `BAG-${number}` },
  }),
);

const ids = listings.map(({ id }) => id);

const file = (path: string, head: string, rows: readonly string[]): Step => ({
  do: 'file',
  path,
  text: `${[head, ...rows].join('\n')}\n`,
});

const start = (job: string, line: string, answers?: readonly string[]): Step => ({
  ...{ do: 'start', job, line },
  ...(answers && { answers }),
});

const waited = (...given: Parameters<typeof start>): Step[] => [
  start(...given),
  { do: 'wait', job: given[0] },
];

const sells = (id: string): Step => ({ do: 'rival', act: { kind: 'sells', id, left: 2 } });

const evening = (seed: string, steps: readonly Step[]): History => ({ seed, listings, steps });

/** What .ci/run plays with real processes: whatever the speed of a machine, nothing may be amiss in them. */
export const evenings: readonly History[] = [
  evening('killed as it gets the answers to its changes, resumed, undone', [
    file(
      'sold.csv',
      'id,delta',
      ids.map((id) => `${id},2`),
    ),
    { do: 'fault', fault: { on: 'change', nth: 2, deliveries: [0], answer: { kind: 'lost' } } },
    start('A', 'inventory adjust --from sold.csv --run night --yes'),
    { do: 'until', job: 'A', moment: 'answer', nth: 9 },
    { do: 'kill', job: 'A' },
    { do: 'wait', job: 'A' },
    ...waited('B', 'runs resume night'),
    ...waited('C', 'runs undo night --yes'),
  ]),
  evening('stands still while another one takes over, and wakes to be stopped', [
    file(
      'sold.csv',
      'id,delta',
      ids.map((id) => `${id},3`),
    ),
    start('A', 'inventory adjust --from sold.csv --run night --yes'),
    { do: 'until', job: 'A', moment: 'request', nth: 9 },
    { do: 'suspend', job: 'A' },
    ...waited('B', 'inventory adjust --from sold.csv --run night --yes'),
    { do: 'terminate', job: 'A' },
    { do: 'wake', job: 'A' },
    { do: 'wait', job: 'A' },
  ]),
  evening('interrupted, while somebody buys and a gateway delivers twice', [
    file(
      'count.csv',
      'id,quantity',
      ids.map((id, index) => `${id},${20 + index}`),
    ),
    { do: 'fault', fault: { on: 'change', nth: 1, deliveries: [0, 200], answer: { kind: 'last' } } },
    start('A', 'inventory set --from count.csv --run shelf --yes'),
    { do: 'until', job: 'A', moment: 'request', nth: 9 },
    { do: 'interrupt', job: 'A' },
    sells(ids[4] ?? ''),
    { do: 'wait', job: 'A' },
    ...waited('B', 'runs resume shelf'),
  ]),
  evening('a person at a terminal, an agent, a program, and single changes', [
    file('gone.csv', 'id', ids.slice(0, 2)),
    ...waited('A', 'listings close --from gone.csv', ['n']),
    ...waited('B', 'listings close --from gone.csv', ['y']),
    {
      ...{ do: 'start', job: 'C', line: 'mcp' },
      agent: { operation: 'inventory adjust', rows: [{ id: ids[2], delta: 4 }] },
    },
    { do: 'wait', job: 'C' },
    {
      ...{ do: 'start', job: 'D', line: 'library' },
      program: [3, 4].map((at) => ({ method: 'setInventory', id: ids[at] ?? '', value: 30 + at })),
    },
    { do: 'wait', job: 'D' },
    { do: 'fault', fault: { on: 'change', nth: 1, deliveries: [0], answer: { kind: 'cut' } } },
    ...waited('E', `inventory set ${ids[5]} 9 --yes -o json`),
  ]),
];
