import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { ConnectionTimes } from '../network/connection-times.ts';

/** Where undici tells which connection a request is written onto, right after it has started. */
const channel = 'undici:client:sendHeaders';

/** Tells requests on which connections they go out, where `timed`. */
export const watchConnections = (timed: boolean) => {
  const unused = new WeakMap<Socket, ConnectionTimes>();
  let starting: ((times: ConnectionTimes | undefined) => void) | undefined;

  const onHeaders = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    starting?.(unused.get(socket));
    unused.delete(socket);
    starting = undefined;
  };
  if (timed) subscribe(channel, onHeaders);

  return {
    /** A request starts: it is told the times of its connection, where that was made for it. */
    starts(tell: (times: ConnectionTimes | undefined) => void): void {
      if (timed) starting = tell;
    },
    onConnected: timed
      ? (socket: Socket, times: ConnectionTimes) => {
          unused.set(socket, times);
        }
      : undefined,
    stop: () => {
      if (timed) unsubscribe(channel, onHeaders);
    },
  };
};
