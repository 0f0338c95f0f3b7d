import { expect, it } from 'vitest';
import { generate } from '../generator.ts';
import { idOf } from '../shop.ts';
import { possible } from './possible.ts';

it('leaves out what can happen to no real process, and nobody waits long', () => {
  const steps = Array.from({ length: 300 }, (_, index) => possible(generate(index + 1)).steps).flat();
  const kinds = new Set(steps.map((step) => step.do));
  expect([...kinds].sort()).toEqual([
    ...['fault', 'file', 'interrupt', 'kill', 'rival', 'sleep', 'start', 'suspend', 'terminate', 'until'],
    ...['wait', 'wake', 'weather'],
  ]);
  for (const step of steps) {
    if (step.do === 'until') expect(['request', 'answer']).toContain(step.moment);
    if (step.do === 'sleep') expect(step.ms).toBeLessThanOrEqual(1_500);
    if (step.do !== 'fault') continue;
    const { deliveries, answer, slow = 0 } = step.fault;
    expect(Math.max(0, slow, ...deliveries)).toBeLessThanOrEqual(1_500);
    expect(answer.kind).not.toBe('silent');
    expect(step.fault).not.toHaveProperty('unreachable');
  }
});

it('leaves everything else as it was', () => {
  const start = { do: 'start', job: 'A', line: 'runs list', answers: ['y'] } as const;
  const fault = { on: 'read', nth: 2, deliveries: [0], answer: { kind: 'last' }, slow: 500 } as const;
  const act = { kind: 'sells', id: idOf('a', 1), left: 1 } as const;
  const history = {
    ...{ seed: '1', listings: [] },
    steps: [start, { do: 'fault', fault }, { do: 'rival', act }, { do: 'sleep', ms: 20 }] as const,
  };
  expect(possible(history)).toEqual(history);
});
