import type { ShownRequest } from '../http/request.ts';

/** What happens while a feed is fetched, for code that shows it. None of it is secret. */
export type FeedEvent =
  /** The service is asked for the link. */
  | { kind: 'asking' }
  /** How many bytes have arrived, as the host sends them, and of how many if it said so. */
  | { kind: 'progress'; received: number; total: number | undefined }
  | { kind: 'wait'; milliseconds: number; why: string }
  /** The feed is only there to be read once. */
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
