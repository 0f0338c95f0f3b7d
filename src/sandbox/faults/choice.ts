import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FaultKind, type FaultRates, faultKinds, faultTable, isFaultKind } from '../fault-kinds.ts';
import { faultHeader } from '../host-guard.ts';
import { Refusal } from '../refusal.ts';

/** The identity of a request. */
interface RequestFacts {
  method: string;
  path: string;
  body: Buffer;
}

/** The fault of a request, if any; `late` puts a fault that is possible before or after the change behind it. */
interface ChosenFault {
  kind: FaultKind | undefined;
  late: boolean;
}

export interface MetFault extends ChosenFault {
  kind: FaultKind;
}

export type ChooseFault = (facts: RequestFacts) => ChosenFault;

/** Chooses by a hash of seed, request and repetition, so that the same requests have the same faults in any order. */
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

/** The fault of a request or a download: the one in its header, or the chosen one. */
export const faultMet = (
  { method = '', headers }: IncomingMessage,
  choose: ChooseFault,
  facts: Omit<RequestFacts, 'method'>,
  isDownload = false,
): MetFault | undefined => {
  const chosen = choose({ method, ...facts });
  const { [faultHeader]: kind = chosen.kind } = headers;
  if (kind === undefined) return undefined;
  if (typeof kind !== 'string' || !isFaultKind(kind))
    throw new Refusal(400, `${faultHeader} must be one of ${faultKinds.join(', ')}.`);
  const { meets } = faultTable[kind];
  const isMet = isDownload
    ? meets === 'requests and downloads'
    : // Gateways don't repeat a POST, and repeating a read has no effect.
      meets !== 'updates' || method === 'PUT';
  return isMet ? { ...chosen, kind } : undefined;
};
