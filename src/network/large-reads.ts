import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { buildConnector } from 'undici';

/**
 * Lets sockets read only so much until it is opened again. undici's own way is to pause its parser, and that fails if the host
 * closes the connection meanwhile.
 */
export class Gate {
  /** What came since then, in bytes. */
  #came = 0;
  readonly #waiting = new Set<() => void>();

  guard(socket: Socket): void {
    const push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    // Node reads the next piece if this returns true, or when it is asked to.
    socket.push = (piece, encoding) => {
      this.#came += piece?.length ?? 0;
      return push(piece, encoding) && !this.#isShut;
    };
    socket._read = (size) => {
      if (this.#isShut) this.#waiting.add(() => read(size));
      else read(size);
    };
    // A socket with memory of its own would go on whenever it is asked for what it has read.
    socket.read = (size) => Duplex.prototype.read.call(socket, size);
  }

  open(): void {
    this.#came = 0;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const read of waiting) read();
  }

  get #isShut(): boolean {
    return this.#came >= mostWaiting;
  }
}

const memoryBytes = 4 * 1024 * 1024;
const readBytes = 512 * 1024;
const mostWaiting = 256 * 1024;

/**
 * Makes connections that read into the same memory again and again. Otherwise Node allocates 64 KiB for each read, which takes
 * longer than all the rest of reading: 0.22 s for 200 MB in place of 0.06 (Node 20.20, 2026-11-27). No more is
 * read than the gate lets through, so nothing is overwritten that is still to be read.
 */
export const makeWithReusedMemory = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const make = (...[place, connected]: Parameters<buildConnector.connector>) => {
    const memory = Buffer.allocUnsafeSlow(memoryBytes);
    let at = 0;
    const onread = {
      buffer() {
        if (at + readBytes > memory.length) at = 0;
        return memory.subarray(at, at + readBytes);
      },
      callback(length: number, bytes: Uint8Array) {
        at += length;
        return socket.push(bytes.subarray(0, length));
      },
    };
    const socket = buildConnector({ ...options, onread })(place, connected) as unknown as Socket;
    return socket;
  };
  return make as buildConnector.connector;
};
