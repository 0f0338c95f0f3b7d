import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { takeRequest, type WireRequest } from './requests.ts';

/** How a host treats those who connect to it. */
export interface Conduct {
  /** Told of a request as it begins to come. Where it deals with the connection itself, nothing is read. */
  begun?(socket: Socket, method: string): boolean;
  /** Answers a whole request. */
  whole(socket: Socket, request: WireRequest): void;
}

/** A host on loopback that speaks HTTP as far as a test needs it, and is not bound to it. */
export class Host {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  url = '';

  constructor(readonly conduct: Conduct) {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    // Whoever hangs up is not heard, which is what the faults are about.
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    let text = '';
    socket.on('data', (data) => {
      if (text === '' && this.conduct.begun?.(socket, data.toString().split(' ', 1)[0] ?? '')) return;
      // A byte a character, so that lengths are those on the wire.
      text += data.toString('latin1');
      for (let taken = takeRequest(text); taken; taken = takeRequest(text)) {
        text = taken.rest;
        this.conduct.whole(socket, taken.request);
      }
    });
  }
}
