import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { faultHeader } from '../doorkeeper.ts';
import { Refusal } from '../refusal.ts';
import type { ChooseFault, ChosenFault, RequestFacts } from './fault-choice.ts';
import { faultKinds, isFaultKind } from './faults.ts';

/** How long an answer takes that is slow on purpose. */
export const slowMilliseconds = 2_000;

/** The fault that a request meets: the one that its header asks for, else the one that chance has for it. */
export const faultOf = (
  { incoming }: HttpBindings,
  choose: ChooseFault,
  facts: Omit<RequestFacts, 'method'>,
): ChosenFault => {
  const chosen = choose({ method: incoming.method ?? '', ...facts });
  const asked = incoming.headers[faultHeader];
  if (asked === undefined) return chosen;
  if (typeof asked !== 'string' || !isFaultKind(asked))
    throw new Refusal(400, `${faultHeader} must be one of ${faultKinds.join(', ')}.`);
  return { ...chosen, kind: asked };
};

/** Marks the answer with the fault it met, for the request log and for whoever reads the answer. */
export const markFault = ({ outgoing }: HttpBindings, { kind }: ChosenFault): void => {
  if (kind !== undefined) outgoing.setHeader(faultHeader, kind);
};

export const serverError = () => new Refusal(500, 'The service failed (a fault on purpose).');
export const tooManyRequests = () =>
  new Refusal(429, 'Too many requests (a fault on purpose).', { 'Retry-After': '1' });

/** Breaks the connection off, as a machine does that knows nothing of it any more. */
export const reset = ({ incoming }: HttpBindings): Response => {
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
};

/** Ends the connection without an answer. */
export const hangUp = ({ incoming }: HttpBindings): Response => {
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

/** Sends half of an answer under the length of the whole, then ends the connection. */
export const sendHalf = async ({ incoming, outgoing }: HttpBindings, whole: Response): Promise<Response> => {
  const bytes = Buffer.from(await whole.arrayBuffer());
  outgoing.writeHead(whole.status, {
    ...Object.fromEntries(whole.headers),
    'Content-Length': bytes.length,
  });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  incoming.socket.destroySoon();
  return RESPONSE_ALREADY_SENT;
};

/** Lets some milliseconds pass. A sandbox that is closed meanwhile does not wait for it. */
export const pause = (milliseconds: number): Promise<void> =>
  setTimeout(milliseconds, undefined, { ref: false });
