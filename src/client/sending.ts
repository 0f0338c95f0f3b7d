import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { ConnectionTimes } from '../network/connection-times.ts';

/** What a request may be told while it goes out. */
export interface Sending {
  /** It is about to be written onto an open connection: from then on a change may have been made. */
  onSending?: () => void;
  /** The times of the connection, where it was made for this request. */
  onConnection?: (times: ConnectionTimes | undefined) => void;
}

type Options = Dispatcher.DispatchOptions & Sending;

/** Where undici tells which connection a request is written onto, right after it has started. */
const channel = 'undici:client:sendHeaders';

/** Tells requests when they go out; where `timed`, also on which connection. */
export const noticeSending = (timed: boolean) => {
  const unused = new WeakMap<Socket, ConnectionTimes>();
  let starting: Options | undefined;

  const interceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      starting = options;
      starting.onSending?.();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };

  const onHeaders = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    starting?.onConnection?.(unused.get(socket));
    unused.delete(socket);
    starting = undefined;
  };
  if (timed) subscribe(channel, onHeaders);

  return {
    interceptor,
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
