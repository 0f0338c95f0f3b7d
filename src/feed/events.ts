import type { ShownRequest } from '../http/request.ts';

/** Events during the fetching of a feed, for display. They contain no secret. */
export type FeedEvent =
  /** The link is requested from the service. */
  | { kind: 'asking' }
  /** The number of received bytes, as the host encodes them, and their total if it is known. */
  | { kind: 'progress'; received: number; total: number | undefined }
  | { kind: 'wait'; milliseconds: number; why: string }
  /** The feed can't be cached, and is read only once. */
  | { kind: 'not-kept'; reason: string }
  | HostEvent;

/** The exchange with the file's host (scheme and host), without the queries of links, which open the file. */
export type HostEvent =
  | { kind: 'host-request'; request: ShownRequest }
  | {
      kind: 'host-answer';
      host: string;
      status: number;
      headers: Readonly<Record<string, string | undefined>>;
      /** From the request to the headers of the answer. */
      milliseconds: number;
    }
  | { kind: 'host-end'; host: string; bytes: number; milliseconds: number };
