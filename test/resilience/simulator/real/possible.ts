import type { History, Step } from '../history.ts';
import type { Fault, Weather } from '../weather.ts';

/** Nobody wants to wait longer, in milliseconds. */
export const mostMs = 1_500;

const soon = (milliseconds: number): number => Math.min(milliseconds, mostMs);

/**
 * What of a history can happen to real processes, in their time: no power cuts, no full disks and no other clock, no moments that
 * can't be seen from outside, and nothing that takes long.
 */
export const possible = (history: History): History => ({
  ...history,
  steps: history.steps.flatMap((step): Step[] => {
    switch (step.do) {
      case 'power':
      case 'disk':
      case 'clock':
        return [];
      case 'until':
        // What a process writes and syncs is seen by nobody; what it sends comes in between.
        return [step.moment === 'write' || step.moment === 'sync' ? { ...step, moment: 'request' } : step];
      case 'sleep':
        return [{ ...step, ms: soon(step.ms) }];
      case 'weather':
        return [{ ...step, weather: ofSoon(step.weather) }];
      case 'fault':
        return [{ ...step, fault: possibleFault(step.fault) }];
      default:
        return [step];
    }
  }),
});

/** Replicas are no further behind than the tool waits for them. */
const ofSoon = ({ readLag, listLag, ...weather }: Partial<Weather>): Partial<Weather> => ({
  ...weather,
  ...(readLag !== undefined && { readLag: soon(readLag) }),
  ...(listLag !== undefined && { listLag: soon(listLag) }),
});

/** A port does not close for one request, and silence would last as long as the tool listens. */
const possibleFault = ({ unreachable: _, deliveries, answer, slow, ...fault }: Fault): Fault => ({
  ...fault,
  deliveries: deliveries.map(soon),
  answer: answer.kind === 'silent' ? { kind: 'lost' } : answer,
  ...(slow !== undefined && { slow: soon(slow) }),
});
