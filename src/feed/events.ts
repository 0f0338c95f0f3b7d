import type { ShownRequest } from '../client/request.ts';
import type { ConnectionTimes } from '../network/connector.ts';

/** What happens while a feed is fetched, for those who want to show it. Nothing in it is secret. */
export type FeedEvent =
  /** The service is asked for the link. */
  | { kind: 'asking' }
  /** So many bytes are there, as the host sends them; of how many, where it said so. */
  | { kind: 'progress'; received: number; total: number | undefined }
  | { kind: 'wait'; milliseconds: number; why: string }
  /** Another process downloads the feed, and this one waits for it. */
  | { kind: 'other-process' }
  /** The feed goes on, but won't be kept on this machine. */
  | { kind: 'not-kept'; reason: string }
  | HostEvent;

/** What passes between this machine and the file's host. The queries of links, which open the file, are left out. */
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
      /** Measured where they were asked for. */
      connection: ConnectionTimes | undefined;
    }
  /** So many bytes came, and then no more. */
  | { kind: 'host-end'; host: string; bytes: number; milliseconds: number };
