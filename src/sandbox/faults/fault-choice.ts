import { createHash } from 'node:crypto';
import { type FaultKind, type FaultRates, faultKinds } from './faults.ts';

/** What decides about a request: two requests that are alike in all of it are the same request. */
export interface RequestFacts {
  method: string;
  path: string;
  body: Buffer;
}

/** A fault that a request meets; `late` says that one which may strike before or after the change strikes after. */
export interface ChosenFault {
  kind: FaultKind | undefined;
  late: boolean;
}

export type ChooseFault = (facts: RequestFacts) => ChosenFault;

/**
 * Makes the choice by a hash of the seed, the request, and how often this very request was seen before, so that
 * the same requests meet the same faults again, in whatever order they come.
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

/** Lays the rates one behind the other; where the point from 0 to 1 falls, that fault it is. */
const kindAt = (point: number, rates: FaultRates): FaultKind | undefined => {
  let end = 0;
  return faultKinds.find((kind) => {
    end += rates[kind] ?? 0;
    return point < end;
  });
};
