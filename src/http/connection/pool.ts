import type { Socket } from 'node:net';
import { systemClock } from '../../clock.ts';

/** How long an unused connection is used again, in milliseconds, unless the server has announced that it closes it sooner. */
const mostIdleMs = 4000;

/** A connection that the server ends so soon after an answer, in milliseconds, was ended because of the answer. */
const atOnceMs = 100;

interface Idle {
  socket: Socket;
  until: number;
  /** Takes back what was listened to while nothing was under way. */
  leave(): void;
}

/**
 * The connections to one place. How many there are at once is not limited here: how many requests are in flight is the rate
 * limiter's to say. (Node's agent does the same, but takes half of the time of a small request, and uses a connection again at once.)
 */
export class ConnectionPool {
  readonly #connect: () => Promise<Socket>;
  readonly #idle: Idle[] = [];
  /** Those that have served more than one request. */
  readonly #servedMore = new WeakSet<Socket>();
  /** The server ends a connection behind its first answer, without saying so in it. */
  #endsAtOnce = false;

  constructor(connect: () => Promise<Socket>) {
    this.#connect = connect;
  }

  /** A connection that can be written to. Fails with `NoConnection`. */
  async take(): Promise<Socket> {
    // The one that was given back last is then there again.
    await turn();
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      const { socket, until, leave } = one;
      leave();
      if (socket.writable && systemClock.ticks() < until) {
        this.#servedMore.add(socket);
        return socket.ref();
      }
      socket.destroy();
    }
    return this.#connect();
  }

  /**
   * Takes back a connection that nothing is under way on; `announced` is the server's Keep-Alive header. It is used again only when
   * Node has had the time to learn that the server closed it behind its last answer, and not if it brought anything since: a request
   * would be lost there, or get an answer that is not its own.
   */
  async giveBack(socket: Socket, announced = ''): Promise<void> {
    const given = systemClock.ticks();
    const seconds = /\btimeout=(\d+)/.exec(announced)?.[1];
    const idleMs = seconds === undefined ? mostIdleMs : Math.min(mostIdleMs, Number(seconds) * 1000 - 1000);
    const brought = () => socket.destroy();
    const ended = () => {
      // One that served more was ended for another reason, such as a new version of the service.
      if (!this.#servedMore.has(socket)) this.#endsAtOnce ||= systemClock.ticks() - given < atOnceMs;
    };
    socket.on('data', brought).on('end', ended);
    await turn();
    if (this.#endsAtOnce) socket.destroy();
    if (!socket.writable) return;
    const leave = () => void socket.off('data', brought).off('end', ended);
    // It does not keep the process running.
    this.#idle.push({ socket: socket.unref(), until: given + idleMs, leave });
  }
}

/** Waits until the event loop has looked for news of all connections. The first turn may be the one that brought an answer. */
const turn = (): Promise<void> => new Promise((go) => setImmediate(() => setImmediate(go)));
