import { expect, it } from 'vitest';
import { agentWith } from './guests.ts';

/** The tools that an agent calls, after a session in which each call is answered. */
const callsOf = (times?: number): string[] => {
  const rows = [{ id: 'a', delta: 1 }];
  const agent = agentWith({ operation: 'inventory adjust', rows, ...(times && { times }) });
  const calls: string[] = [];
  const left = [agent('')];
  for (let said = left.shift(); said != null; said = left.shift())
    for (const line of said.trim().split('\n')) {
      const { id, params } = JSON.parse(line) as { id?: number; params?: { name?: string } };
      if (params?.name) calls.push(params.name);
      if (id !== undefined)
        left.push(agent(JSON.stringify({ id, result: { structuredContent: { planId: 'P' } } })));
      left.splice(0, left.length, ...left.filter((next) => next !== undefined));
    }
  expect(left).toEqual([]);
  return calls;
};

it('lets an agent apply its plan once, or a second time before it has the answer', () => {
  expect(callsOf()).toEqual(['plan_changes', 'apply_plan']);
  expect(callsOf(2)).toEqual(['plan_changes', 'apply_plan', 'apply_plan']);
});
