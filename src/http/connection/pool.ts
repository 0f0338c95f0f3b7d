import type { Socket } from 'node:net';
import { systemClock } from '../../clock.ts';

/** How long an unused connection is used again, in milliseconds, unless the server has announced that it closes it sooner. */
const mostIdleMs = 4000;

/**
 * The connections to one place. How many there are at once is not limited here: how many requests are in flight is the rate
 * limiter's to say. (Node's agent does the same, but takes half of the time of a small request, and uses a connection again at once.)
 */
export class ConnectionPool {
  readonly #connect: () => Promise<Socket>;
  readonly #idle: { socket: Socket; until: number }[] = [];

  constructor(connect: () => Promise<Socket>) {
    this.#connect = connect;
  }

  /** A connection that can be written to. Fails with `NoConnection`. */
  async take(): Promise<Socket> {
    // The one that was given back last is then there again.
    await turn();
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      const { socket, until } = one;
      if (socket.writable && systemClock.ticks() < until) return socket.ref();
      socket.destroy();
    }
    return this.#connect();
  }

  /**
   * Takes back a connection that nothing is under way on; `announced` is the server's Keep-Alive header. It is used again only when
   * Node has had the time to learn that the server closed it behind its last answer: a request would be lost there, and nobody would
   * know what became of it.
   */
  async giveBack(socket: Socket, announced = ''): Promise<void> {
    const seconds = /\btimeout=(\d+)/.exec(announced)?.[1];
    const idleMs = seconds === undefined ? mostIdleMs : Math.min(mostIdleMs, Number(seconds) * 1000 - 1000);
    const until = systemClock.ticks() + idleMs;
    await turn();
    // It does not keep the process running.
    if (socket.writable) this.#idle.push({ socket: socket.unref(), until });
  }
}

/** Waits until the event loop has looked for news of all connections. */
const turn = (): Promise<void> => new Promise((go) => setImmediate(() => setImmediate(go)));
