import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { faultHeader } from '../host-guard.ts';
import { answerError, Refusal, refuse } from '../refusal.ts';
import { bodiesOf, keepBody } from '../request-log.ts';
import { type FaultKind, type FaultRates, faultKinds, isFaultKind } from './faults.ts';

/** What makes a request: two that agree in all of this are the same request. */
interface RequestFacts {
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

/** Chooses by a hash of the seed, the request, and its repetitions, so that the same requests meet the same faults in any order. */
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

export const slowMilliseconds = 2_000;

export const faultFor = (
  { incoming }: HttpBindings,
  choose: ChooseFault,
  facts: Omit<RequestFacts, 'method'>,
): ChosenFault => {
  const chosen = choose({ method: incoming.method ?? '', ...facts });
  const { [faultHeader]: kind = chosen.kind } = incoming.headers;
  if (kind !== undefined && (typeof kind !== 'string' || !isFaultKind(kind)))
    throw new Refusal(400, `${faultHeader} must be one of ${faultKinds.join(', ')}.`);
  // Gateways don't deliver a POST again, and it makes no difference to a read.
  return kind === 'repeated' && incoming.method !== 'PUT'
    ? { ...chosen, kind: undefined }
    : { ...chosen, kind };
};

export const answerWithFault = async (
  c: Context<{ Bindings: HttpBindings }>,
  fault: ChosenFault,
  handle: () => Promise<Response>,
): Promise<Response> => {
  markFault(c.env, fault);
  if (fault.kind === 'reset') return resetConnection(c.env);
  if (fault.kind === '429')
    throw new Refusal(429, 'Too many requests (an injected fault).', { 'Retry-After': '1' });
  if (fault.kind === '403') throw new Refusal(403, 'This is not allowed (an injected fault).');
  if (fault.kind === '500' && !fault.late) throw serverError();
  // A refusal is an answer that can be lost like any other.
  const deliver = () => handle().catch((error: Error) => answerError(error, c));
  if (fault.kind === 'repeated') {
    await deliver();
    keepBody(c.env.incoming, 'lostAnswer', bodiesOf(c.env.incoming).answer ?? '');
  }
  const answer = await deliver();
  if (fault.kind === '500') return refuse(c, serverError());
  if (fault.kind === 'lost-answer') return hangUp(c.env);
  if (fault.kind === 'truncate') return sendHalf(c.env, answer);
  if (fault.kind === 'slow') await delay(slowMilliseconds);
  return answer;
};

/** Marks an answer with its fault, for the request log and for the client. */
export const markFault = ({ outgoing }: HttpBindings, { kind }: ChosenFault): void => {
  if (kind !== undefined) outgoing.setHeader(faultHeader, kind);
};

export const serverError = () => new Refusal(500, 'An injected fault.');

/** Resets the connection, as a machine does that no longer knows it. */
export const resetConnection = ({ incoming }: HttpBindings): Response => {
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
};

const hangUp = ({ incoming }: HttpBindings): Response => {
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

const sendHalf = async ({ incoming, outgoing }: HttpBindings, whole: Response): Promise<Response> => {
  const bytes = Buffer.from(await whole.arrayBuffer());
  outgoing.writeHead(whole.status, {
    ...Object.fromEntries(whole.headers),
    'Content-Length': bytes.length,
  });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  incoming.socket.destroySoon();
  return RESPONSE_ALREADY_SENT;
};

/** Waits, if there is anything to wait for. Closing the sandbox does not wait for it. */
export const delay = async (milliseconds = 0): Promise<void> => {
  if (milliseconds > 0) await setTimeout(milliseconds, undefined, { ref: false });
};
