import type { ShownRequest } from '../client/request.ts';
import type { ConnectionTimes } from '../network/connector.ts';

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
