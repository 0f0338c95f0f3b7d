import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../service/endpoint.ts';
import type { FaultKind } from './fault-kinds.ts';

/** A line of the request log, without the query, which may contain the signature of a link. */
export interface RequestLogEntry {
  method: string;
  path: string;
  /** 0 if the connection ended without an answer. */
  status: number;
  milliseconds: number;
  fault?: FaultKind;
  isLimited?: true;
}

export const faultHeader = 'x-sandbox-fault';

/** This header marks a refusal by the limit of --rate. */
export const limitHeader = 'x-sandbox-limit';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Sets the general headers of every answer, logs it, and refuses requests that a page of another site sends through a browser:
 * with a foreign Origin, or a Host that was rebound to loopback.
 */
export const hostGuard =
  (
    listener: Listener,
    now: () => Date,
    onRequest: (entry: RequestLogEntry, incoming: IncomingMessage) => void,
  ): Listener =>
  (incoming, outgoing) => {
    const started = performance.now();
    outgoing.setHeader('Date', now().toUTCString());
    outgoing.setHeader('Cache-Control', 'no-store');
    outgoing.setHeader('X-Request-Id', randomUUID());
    outgoing.once('close', () => {
      const fault = outgoing.getHeader(faultHeader) as FaultKind | undefined;
      const entry: RequestLogEntry = {
        method: incoming.method ?? '',
        path: (incoming.url ?? '').replace(/\?.*$/s, ''),
        status: outgoing.headersSent ? outgoing.statusCode : 0,
        milliseconds: performance.now() - started,
        ...(fault === undefined ? {} : { fault }),
        ...(outgoing.hasHeader(limitHeader) ? { isLimited: true } : {}),
      };
      onRequest(entry, incoming);
    });
    const { host = '', origin } = incoming.headers;
    if (!loopbackHost.test(host))
      turnAway(outgoing, 403, 'The Host header must name this machine, such as 127.0.0.1.');
    else if (origin !== undefined && origin !== `http://${host}`)
      turnAway(outgoing, 403, 'Requests from pages of another origin are refused.');
    else if (!incoming.url?.startsWith('/')) turnAway(outgoing, 404, 'There is no such path.');
    else listener(incoming, outgoing);
  };

const turnAway = (outgoing: ServerResponse, status: number, error: string) => {
  const body = JSON.stringify({ error } satisfies ErrorBody);
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  outgoing.end(body);
};
