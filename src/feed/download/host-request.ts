import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors } from 'undici';
import type { ShownRequest } from '../../client/request.ts';
import type { Clock } from '../../clock.ts';
import { codeOf } from '../../network/connection-failure.ts';
import { type ConnectionTimes, createConnector } from '../../network/connector.ts';
import { NoConnection } from '../../network/errors.ts';
import { type Network, plainNetwork } from '../../network/network.ts';
import { type Reach, reachOf } from '../../network/reach.ts';
import { FeedHostUnreachable, FeedLinkRefused, FeedTooSlow } from '../errors.ts';
import { nearnessProblem } from '../link.ts';

/** What happens while a feed is fetched, for code that shows it. None of it is secret. */
export type FeedEvent =
  /** The service is asked for the link. */
  | { kind: 'asking' }
  /** How many bytes have arrived, as the host sends them, and of how many if it said so. */
  | { kind: 'progress'; received: number; total: number | undefined }
  | { kind: 'wait'; milliseconds: number; why: string }
  /** The feed arrives, but won't be cached. */
  | { kind: 'not-kept'; reason: string }
  | HostEvent;

/** The exchange between this machine and the file's host, without the queries of links, which open the file. */
export type HostEvent =
  | { kind: 'host-request'; request: ShownRequest }
  | {
      kind: 'host-answer';
      /** Scheme and host. */
      host: string;
      status: number;
      headers: Readonly<Record<string, string | undefined>>;
      /** From the request to the headers of the answer. */
      milliseconds: number;
      /** If it was measured. */
      connection: ConnectionTimes | undefined;
    }
  /** The answer has ended, after so many bytes. */
  | { kind: 'host-end'; host: string; bytes: number; milliseconds: number };

/** How to ask the file's host, for any link. */
export interface HostOptions {
  /** Where the service itself is: the file may be there, or farther away. Asked for before each request. */
  serviceReach: () => Promise<Reach>;
  connectTimeoutMs: number;
  /** Proxies and authorities; only Node's own authorities if left out. */
  network?: Network;
  headersTimeoutMs: number;
  clock: Clock;
  userAgent: string;
  /** Ends the download at once, with the signal's reason. */
  signal: AbortSignal;
  /** Called with requests and answers. */
  observe: (event: FeedEvent) => void;
  /** Whether to measure connections for it. */
  timed?: boolean;
  /** 1,000 bytes a second over 30 s if left out. */
  leastSpeed?: LeastSpeed | undefined;
}

/** The rest of a file whose beginning has arrived. The host sends it only if it still has exactly the same file. */
export interface Rest {
  from: number;
  /** A strong ETag. */
  etag: string;
  /** The Content-Encoding of the beginning, empty for none. */
  encoding: string;
}

/** The host's name leads where no link may lead. */
class RefusedAddress extends Error {}

type HostConnections = ReturnType<typeof hostConnections>;

/** Prepares the connections of one request, redirects included. None is open yet. */
export const hostConnections = (
  { network = plainNetwork, connectTimeoutMs: timeoutMs, timed = false }: HostOptions,
  service: Reach,
) => {
  let times: ConnectionTimes | undefined;
  const onConnected = (_: unknown, measured: ConnectionTimes) => {
    times = measured;
  };
  // A name may lead anywhere, and elsewhere each time it is looked up, so the very address is checked that is connected to.
  const refuse = (address: string): Error | undefined => {
    const problem = nearnessProblem(reachOf(address), service);
    return problem === undefined ? undefined : new RefusedAddress(problem);
  };
  const connector = createConnector({
    network,
    timeoutMs,
    onConnected: timed ? onConnected : undefined,
    refuse,
  });
  const agent = new Agent({ connect: connector.connect });
  return {
    agent,
    times: () => times,
    async close() {
      const destroyed = agent.destroy();
      connector.close();
      await destroyed;
    },
  };
};

/** Sends one request, and follows no redirect. Fails with `FeedHostUnreachable`, or the signal's reason. */
export const requestFile = async (
  url: URL,
  { observe, userAgent, headersTimeoutMs, signal }: HostOptions,
  rest: Rest | undefined,
  connections: HostConnections,
): Promise<Dispatcher.ResponseData> => {
  const { origin, pathname, search } = url;
  const headers = {
    accept: 'application/json',
    // A range counts the bytes as they are sent, so the rest must come in the encoding of the beginning.
    'accept-encoding': rest ? rest.encoding || 'identity' : 'gzip, br',
    'user-agent': userAgent,
    ...(rest ? { range: `bytes=${rest.from}-`, 'if-range': rest.etag } : {}),
  };
  const shown = `${origin}${pathname}${search ? '?***' : ''}`;
  observe({ kind: 'host-request', request: { method: 'GET', url: shown, headers, body: null } });
  const began = performance.now();
  try {
    const answer = await connections.agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers,
      headersTimeout: headersTimeoutMs,
      // The body must keep up a least speed instead.
      bodyTimeout: 0,
      signal,
    });
    // A body that breaks while nobody reads it must not end the process; its reader gets the error all the same.
    answer.body.on('error', () => {});
    observe({
      kind: 'host-answer',
      host: origin,
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, headerText(value)]),
      ),
      milliseconds: performance.now() - began,
      connection: connections.times(),
    });
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoConnection && error.cause instanceof RefusedAddress)
      throw new FeedLinkRefused(error.cause.message, origin);
    if (error instanceof NoConnection) throw new FeedHostUnreachable(origin, error.facts);
    const code = codeOf(error);
    const isLate = error instanceof errors.HeadersTimeoutError;
    const detail = isLate ? 'none came within --timeout' : `the connection ended without one (${code})`;
    throw new FeedHostUnreachable(origin, { obstacle: 'unreachable', detail, code });
  }
};

/** The values of a header, joined. */
export const headerText = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : header;

/** The least speed of a body, in bytes per second, measured over windows of so many milliseconds. */
export interface LeastSpeed {
  bytesPerSecond: number;
  windowMs: number;
}

/**
 * Passes a body on as long as enough bytes arrive in each window; otherwise destroys it and fails with `FeedTooSlow`.
 * Only time spent waiting for the body counts, not time in which its reader is busy.
 */
export async function* atLeastSpeed(body: Readable, least: LeastSpeed): AsyncGenerator<Buffer> {
  const due = (least.bytesPerSecond * least.windowMs) / 1000;
  const giveUp = () => body.destroy(new FeedTooSlow(least.bytesPerSecond, least.windowMs / 1000));
  const chunks = body[Symbol.asyncIterator]();
  let came = 0;
  let waited = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const timer = setTimeout(giveUp, least.windowMs - waited);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      waited += performance.now() - begun;
      came += next.value.length;
      if (came >= due) came = waited = 0;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}
