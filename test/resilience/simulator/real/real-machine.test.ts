import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Arrival, Request, Service } from '../machine/network.ts';
import { madeAt } from '../processes.ts';
import { RealMachine } from './real-machine.ts';

const listings = JSON.stringify({ listings: [], pageInfo: { hasNextPage: false, endCursor: null } });

/** A machine whose service keeps what it was asked, and sends back what it is told to; nothing without it. */
const open = async (arrival?: Arrival) => {
  const asked: Request[] = [];
  const service: Service = {
    isReachable: () => true,
    take(request, arrive) {
      asked.push(request);
      if (arrival) arrive(arrival);
    },
  };
  const machine = await RealMachine.open({ folder: resolve('.'), simulator: '' }, service);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await machine.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { machine, asked, close };
};

const found: Arrival = { kind: 'answer', answer: { status: 200, type: 'application/json', body: listings } };

it('knows which process sent a request, and what each printed', async () => {
  const { machine, asked } = await open(found);
  const [one, other] = ['listings list', 'listings list --state OPEN'].map((line) =>
    machine.start({ argv: line.split(' ') }),
  );
  await Promise.all([one?.over, other?.over]);
  expect(asked).toHaveLength(2);
  expect(asked.find(({ by }) => by === one)?.path).not.toContain('OPEN');
  expect(asked.find(({ by }) => by === other)?.path).toContain('OPEN');
  expect([one?.stdout, one?.ending]).toEqual(['[]\n', { kind: 'exit', code: 0 }]);
  expect(one?.moments).toMatchObject({ request: 1, answer: 1 });
});

it('notes the folders that a process makes', async () => {
  const { machine } = await open(found);
  machine.write('sold.csv', 'id,delta\na0000000-0000-4000-8000-000000000001,1\n');
  const one = machine.start({ argv: 'inventory adjust --from sold.csv --run night --yes'.split(' ') });
  await one.over;
  expect(madeAt(one, 'night')).toBeGreaterThan(0);
});

it.each([
  ['a connection that breaks', { kind: 'reset' } as const],
  ['half of an answer', { ...found, kind: 'truncated' } as const],
])('sends back %s', async (_, arrival) => {
  const { machine, asked } = await open(arrival);
  const one = machine.start({ argv: ['listings', 'list', '--max-retries', '1'] });
  await one.over;
  expect(asked).toHaveLength(2);
  expect(one.ending).toEqual({ kind: 'exit', code: 7 });
});

it('leaves no process and no folder behind, not even of one that stands still', async () => {
  const { machine, close } = await open();
  const one = machine.start({ argv: ['listings', 'list'] });
  const home = one.launch.cwd;
  await new Promise<void>((sent) => {
    one.onMoment = () => sent();
  });
  one.suspend();
  await close();
  expect(one.ending).toEqual({ kind: 'killed' });
  expect(existsSync(home)).toBe(false);
});

it('lets nothing happen that does not happen to a real machine', async () => {
  const { machine } = await open();
  expect(() => machine.suffer({ do: 'power' })).toThrow('power: this happens to no real machine');
});
