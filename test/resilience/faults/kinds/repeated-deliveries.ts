import type { AnswerFault } from '../fault.ts';
import { whole } from '../wire.ts';

/**
 * What stands in between lost the answer to a change, delivered it again, and gives back the refusal that the second delivery
 * met because the first one was applied.
 */
export const repeatedDeliveries: readonly AnswerFault[] = [
  400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 431,
].map((status) => ({
  group: 'repeated deliveries',
  name: `then ${status}`,
  change: 'repeated',
  exits: [],
  answer: (socket) => void socket.write(whole(status, '{"error":"it is not as you say"}')),
}));
