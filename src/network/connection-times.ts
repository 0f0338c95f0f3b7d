import type { Socket } from 'node:net';

/** How long each part of making a connection took, in milliseconds. A part that there was not is missing. */
export interface ConnectionTimes {
  /** Finding the address of a name. */
  dnsMs?: number;
  connectMs?: number;
  /** All that a proxy took until it had connected. */
  proxyMs?: number;
  tlsMs?: number;
}

/**
 * Measures a connection that is just being made; to be asked for the times once it is there. Whoever waits for the
 * connection was there first, so its events are heard before they are.
 */
export const measure = (socket: Socket): (() => ConnectionTimes) => {
  const times: ConnectionTimes = {};
  let since = performance.now();
  const lap = (): number => {
    const before = since;
    since = performance.now();
    return since - before;
  };
  socket.prependOnceListener('lookup', () => {
    times.dnsMs = lap();
  });
  // Tells when the address is reached, the handshake being still to come.
  socket.prependOnceListener('connect', () => {
    times.connectMs = lap();
  });
  socket.prependOnceListener('secureConnect', () => {
    times.tlsMs = lap();
  });
  return () => times;
};
