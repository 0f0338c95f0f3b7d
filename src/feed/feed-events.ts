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
  /** The host was asked for the file, or for its bytes from one on, and answered. */
  | { kind: 'host-answer'; host: string; from: number; status: number; milliseconds: number };
