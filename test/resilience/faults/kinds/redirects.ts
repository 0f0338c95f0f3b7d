import type { AnswerFault } from '../fault.ts';
import { head } from '../wire.ts';

const redirect = (
  status: number,
  whereto: string,
  location: (elsewhere: string, here: string) => string | undefined,
): AnswerFault => ({
  group: 'redirects',
  name: `${status} ${whereto}`,
  change: 'ambiguous',
  exits: [1],
  answer(socket, { elsewhere, request: { url } }) {
    const target = location(elsewhere, url.pathname);
    socket.write(
      head(status, { 'Content-Length': 0, ...(target === undefined ? {} : { Location: target }) }),
    );
  },
});

/** The service sends the tool elsewhere, keys and all. */
export const redirects: readonly AnswerFault[] = [
  ...[300, 301, 302, 303, 307, 308].map((status) =>
    redirect(status, 'to another host', (other) => `${other}/login`),
  ),
  redirect(302, 'to the same host', () => '/v2/listings'),
  redirect(302, 'to itself', (_, here) => here),
  redirect(302, 'to nowhere', () => undefined),
  redirect(302, 'to a script', () => 'javascript:alert(1)'),
  redirect(302, 'with a password', () => 'http://user:canary-password@127.0.0.1:1/'),
  redirect(304, 'as if it were known', () => undefined),
];
