import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { faultTable, type Manner, type OtherAnswer } from '../fault-kinds.ts';
import { faultHeader } from '../host-guard.ts';
import { bodiesOf, keepBody } from '../request-log.ts';
import type { MetFault } from './choice.ts';

type FaultyContext = Context<{ Bindings: HttpBindings }>;

/** Answers with a fault. `deliver` carries the request out, and `send` sends the service's own answer in a manner. */
export const answerWithFault = async <Own>(
  c: FaultyContext,
  { kind, late }: MetFault,
  deliver: () => Own | Promise<Own>,
  send: (own: Own, manner: Manner) => Promise<Response>,
): Promise<Response> => {
  // Read by the request log and by the client.
  c.env.outgoing.setHeader(faultHeader, kind);
  const { carriedOut, answer } = faultTable[kind];
  if ('own' in answer) {
    if (carriedOut === 2) {
      await deliver();
      loseAnswer(c.env);
    }
    const own = await deliver();
    if (answer.own === 'late') await delay(slowMilliseconds);
    return send(own, answer.own);
  }
  if (carriedOut === 'by chance' ? late : carriedOut > 0) await deliver();
  return 'ends' in answer ? endConnection(c.env, answer.ends) : answerInstead(c, answer.instead);
};

const loseAnswer = ({ incoming }: HttpBindings): void =>
  keepBody(incoming, 'lostAnswer', bodiesOf(incoming).answer ?? '');

const endConnection = ({ incoming }: HttpBindings, how: 'reset' | 'closed'): Response => {
  // Reset, as by a machine that no longer knows it.
  if (how === 'reset') incoming.socket.resetAndDestroy();
  else incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

const answerInstead = (c: FaultyContext, { status, headers, body }: OtherAnswer): Response => {
  loseAnswer(c.env);
  keepBody(c.env.incoming, 'answer', body);
  return c.body(body, status, headers);
};

/** Sends a complete answer. */
export const sendAnswer = async (env: HttpBindings, own: Response, manner: Manner): Promise<Response> => {
  if (manner !== 'half' && manner !== 'in drops') return own;
  const bytes = Buffer.from(await own.arrayBuffer());
  env.outgoing.writeHead(own.status, {
    ...Object.fromEntries(own.headers),
    'Content-Length': bytes.length,
  });
  return sendBody(env, bytes.length, (size) => [bytes.subarray(0, size)], manner);
};

/** Sends a body of a known size, generated on demand, through encoders. The headers are already written. */
export const sendBody = async (
  { incoming, outgoing }: HttpBindings,
  size: number,
  bytes: (size: number) => Iterable<Buffer> | AsyncIterable<Buffer>,
  manner: Manner,
  encoders: readonly Transform[] = [],
): Promise<Response> => {
  const isCut = manner === 'half';
  const sent = bytes(isCut ? Math.floor(size / 2) : size);
  const source = Readable.from(manner === 'in drops' ? inDrops(sent, size) : sent, { objectMode: false });
  // Otherwise the headers would wait for the first drop.
  if (manner === 'in drops') outgoing.flushHeaders();
  try {
    await pipeline([source, ...encoders, outgoing], { end: !isCut });
    if (isCut) incoming.socket.destroySoon();
  } catch (error) {
    // A disconnected reader is no error. Anything else is a bug.
    if (!outgoing.destroyed) throw error;
  }
  return RESPONSE_ALREADY_SENT;
};

const slowMilliseconds = 2_000;
const mostDrops = 20;

/** Splits bytes into a limited number of drops, with a pause before each. */
async function* inDrops(bytes: Iterable<Buffer> | AsyncIterable<Buffer>, size: number) {
  const drop = Math.ceil(size / mostDrops);
  let room = 0;
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; ) {
      if (room === 0) {
        await delay(slowMilliseconds / mostDrops);
        room = drop;
      }
      const piece = chunk.subarray(at, at + room);
      yield piece;
      at += piece.length;
      room -= piece.length;
    }
}

/** Waits, unless the time is 0. A closing sandbox does not wait for it. */
export const delay = async (milliseconds = 0): Promise<void> => {
  if (milliseconds > 0) await setTimeout(milliseconds, undefined, { ref: false });
};
