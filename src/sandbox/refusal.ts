import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../service/endpoint.ts';
import { keepBody } from './request-log.ts';

/** A refused request: a status, a sentence, and the headers that go with the status. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

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

export const refuse = (c: Context, { status, message, headers }: Refusal): Response =>
  answerJson(c, { error: message } satisfies ErrorBody, status, headers);

export const answerError = (error: Error, c: Context): Response =>
  refuse(
    c,
    error instanceof Refusal ? error : new Refusal(500, 'The sandbox itself failed; this is a bug in it.'),
  );

export const unknownPath = (c: Context): Response => refuse(c, new Refusal(404, 'There is no such path.'));
