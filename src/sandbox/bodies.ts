import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The beginnings of what a request sent and was answered, as texts. */
export interface Bodies {
  body?: string;
  answer?: string;
  /** What the first delivery of a request that was delivered twice was answered: nobody got it. */
  lostAnswer?: string;
}

/** How much of a body is kept, in bytes: the log holds many. */
const keptBytes = 8 * 1024;

const kept = new WeakMap<IncomingMessage, Bodies>();

/** Keeps the beginning of a body for the log. */
export const keepBody = (incoming: IncomingMessage, part: keyof Bodies, whole: Buffer | string): void => {
  // A part of a string would hold on to the whole of it.
  const bytes = Buffer.from(
    typeof whole === 'string' ? whole.slice(0, keptBytes) : whole.subarray(0, keptBytes),
  );
  const text = `${bytes}${whole.length > keptBytes ? ' …' : ''}`;
  kept.set(incoming, { ...kept.get(incoming), ...(text === '' ? {} : { [part]: text }) });
};

/** What is kept of a request's bodies. */
export const bodiesOf = (incoming: IncomingMessage): Bodies => kept.get(incoming) ?? {};

/** Answers JSON. */
export const answerJson = (
  c: Context,
  value: object,
  status: ContentfulStatusCode = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const text = JSON.stringify(value);
  keepBody(c.env.incoming, 'answer', text);
  return c.body(text, status, { ...headers, 'Content-Type': 'application/json' });
};
