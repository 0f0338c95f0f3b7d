import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Makes connections, and ends them all when asked to. */
export interface Connector {
  connect: buildConnector.connector;
  /** Ends every connection, those that are still being made, too: undici would wait for these. */
  close(): void;
}

/** undici's own connector, whose connections can be ended before they are there. */
export const createConnector = (timeoutMs: number): Connector => {
  const make = buildConnector({ timeout: timeoutMs, autoSelectFamily: true });
  const sockets = new Set<Socket>();
  return {
    connect(options, callback) {
      // Its types do not say that it gives the socket back.
      const socket = make(options, callback) as unknown as Socket;
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
    close() {
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
    },
  };
};
