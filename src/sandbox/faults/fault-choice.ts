import { createHash } from 'node:crypto';
import { type FaultKind, type FaultRates, faultKinds } from './faults.ts';

/** What makes a request: two that agree in all of this are the same request. */
export interface RequestFacts {
  method: string;
  path: string;
  body: Buffer;
}

/** The fault that a request meets, if any; `late` decides whether a fault that can come before or after the change comes after it. */
export interface ChosenFault {
  kind: FaultKind | undefined;
  late: boolean;
}

export type ChooseFault = (facts: RequestFacts) => ChosenFault;

/**
 * Chooses by a hash of the seed, the request, and how often this request was seen before. So the same requests meet the
 * same faults every time, in whatever order they come.
 */
export const faultChoice = (seed: number, rates: FaultRates): ChooseFault => {
  const seen = new Map<string, number>();
  return ({ method, path, body }) => {
    const request = createHash('sha256').update(`${seed} ${method} ${path}\n`).update(body).digest('base64');
    const times = seen.get(request) ?? 0;
    seen.set(request, times + 1);
    const hash = createHash('sha256').update(`${request} ${times}`).digest();
    return { kind: kindAt(hash.readUInt32BE(0) / 2 ** 32, rates), late: hash.readUInt8(4) % 2 === 1 };
  };
};

/** Lays the rates end to end, and takes the fault that a point from 0 to 1 falls on. */
const kindAt = (point: number, rates: FaultRates): FaultKind | undefined => {
  let end = 0;
  return faultKinds.find((kind) => {
    end += rates[kind] ?? 0;
    return point < end;
  });
};
