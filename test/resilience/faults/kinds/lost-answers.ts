import type { AnswerFault, UnreadFault } from '../fault.ts';
import { bodyOf, cut, due, head } from '../wire.ts';

type Answer = AnswerFault['answer'];

const lost = (name: string, answer: Answer): AnswerFault => ({
  group: 'lost answers',
  name,
  change: 'ambiguous',
  exits: [7],
  again: true,
  answer,
});

/** It takes all the time that a call has, so that none is left to try again. */
const endless = (name: string, answer: Answer): AnswerFault => {
  const { again: _, ...once } = lost(name, answer);
  return { ...once, isEndless: true };
};

const unread = (name: string, breakOff: UnreadFault['breakOff']): UnreadFault => ({
  group: 'lost answers',
  name,
  change: 'ambiguous',
  exits: [7],
  again: true,
  breakOff,
});

const withLength = (length: number) =>
  head(200, { 'Content-Type': 'application/json', 'Content-Length': length });

/** Sends a piece every few milliseconds until the connection is closed. */
const drip =
  (piece: string, begin: (text: string) => string): Answer =>
  (socket, { said }) => {
    socket.write(begin(bodyOf(said)));
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on('close', () => clearInterval(timer));
  };

/** The answer is lost on its way: nothing of it comes, or a part, or it never ends. */
export const lostAnswers: readonly (AnswerFault | UnreadFault)[] = [
  unread('reset before the request is read', (socket) => socket.resetAndDestroy()),
  unread('closed before the request is read', (socket) => socket.destroy()),
  lost('reset', (socket) => socket.resetAndDestroy()),
  lost('closed', (socket) => socket.end()),
  endless('silence', () => {}),
  endless('half of the headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')),
  endless(
    'headers without end',
    drip('x', () => 'HTTP/1.1 200 OK\r\nX: '),
  ),
  endless('no body', (socket, { said }) => socket.write(withLength(bodyOf(said).length))),
  endless(
    'a body without end',
    drip(' ', () => withLength(10_000)),
  ),
  lost('cut, then closed', (socket, { said, roll }) => {
    socket.end(cut(due(said).toString(), roll));
  }),
  lost('cut, then reset', (socket, { said, roll }) =>
    socket.write(cut(due(said).toString(), roll) || 'H', () => socket.resetAndDestroy()),
  ),
  endless('cut, then silence', (socket, { said, roll }) => {
    socket.write(cut(due(said).toString(), roll) || 'H');
  }),
  lost('no length, and cut', (socket, { said, roll }) => {
    socket.end(head(200, { 'Content-Type': 'application/json' }) + (cut(bodyOf(said), roll) || '{'));
  }),
];
