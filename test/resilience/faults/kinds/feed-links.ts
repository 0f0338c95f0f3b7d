import type { AnswerFault } from '../fault.ts';
import { due } from '../wire.ts';

const link = (url: unknown): AnswerFault => ({
  group: 'feed links',
  name: String(url),
  change: 'accepted',
  exits: [1],
  only: 'link',
  answer: (socket) => void socket.write(due({ status: 200, body: { url, version: 1 } })),
});

/** The link leads where no feed may come from. */
export const feedLinks: readonly AnswerFault[] = [
  'http://feeds.example/feed.json',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:canary-password@feeds.example/',
  'feed.json',
  '',
].map(link);
