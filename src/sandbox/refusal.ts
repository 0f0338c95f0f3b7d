import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../service/endpoint.ts';

/** A request is refused: with a status and a sentence, and with headers where the status asks for some. */
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

/** The one form that every refusal has: `{"error": "…"}`. */
export const refuse = (c: Context, { status, message, headers }: Refusal): Response =>
  c.json({ error: message } satisfies ErrorBody, status, headers);

/** What a thrown error answers. Anything but a Refusal is a fault of the sandbox itself. */
export const answerError = (error: Error, c: Context): Response =>
  refuse(
    c,
    error instanceof Refusal ? error : new Refusal(500, 'The sandbox itself failed; this is a fault in it.'),
  );

/** What an unknown path answers. */
export const answerUnknownPath = (c: Context): Response =>
  refuse(c, new Refusal(404, 'There is no such path.'));
