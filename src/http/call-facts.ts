import type { Advice } from '../words/advice.ts';

/**
 * How far a call got that was not confirmed, and so whether its change may have been applied:
 * - not-sent: no byte of it left this machine
 * - not-processed: the service said that it did not begin with it (429)
 * - rejected: the service itself refused it. A change by PUT may be applied anyway, if something in between delivered it twice
 * - ambiguous: everything else, such as a page of a gateway; a change may or may not have been applied
 */
export type Attempt = 'not-sent' | 'not-processed' | 'rejected' | 'ambiguous';

export type Reason =
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'rate-limited'
  | 'refused'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'not-the-service'
  | 'redirect'
  | 'bad-answer'
  | 'interrupted';

export interface CallFacts {
  method: string;
  url: string;
  effect: 'read' | 'change';
  /** Where the credentials come from, or how to replace them, in a sentence. */
  aboutKeys?: Advice | undefined;
  credentialHeaders?: readonly string[] | undefined;
  /** The profile in which a name of the deployment can be set; undefined if there is none, or it is the sandbox's. */
  profile?: string | undefined;
  /** What went wrong, as a clause: `the connection was refused`. */
  detail: string;
  status?: number | undefined;
  /** The parts of the request whose names the interface leaves open, each as its name and setting: `limit (query.pageSize)`. */
  openNames?: readonly string[] | undefined;
  /** Whether a documented field is missing from the answer, as if the deployment had another name for it. */
  lacksField?: boolean | undefined;
  /** Whether an error has the interface's error body, so that it is the service's own word. */
  isServices?: boolean | undefined;
  /** What that body says. */
  serviceMessage?: string | undefined;
  /** Whether a reading failed before the change for which it was made. */
  isUnchanged?: boolean | undefined;
  areKeysAccepted?: boolean | undefined;
  /** Whether a 409 says that the inventory was not as expected, as the call compares it. */
  mayConflict?: boolean | undefined;
  requestId?: string | undefined;
  /** How long the service wants the next request to wait, in milliseconds from its answer. */
  retryAfterMs?: number | undefined;
  location?: string | undefined;
  /** The system's or the library's code, such as ECONNREFUSED. */
  code?: string | undefined;
  /** Whether it is the proxy on the way that can't be reached. */
  isProxys?: boolean | undefined;
  /** Where the base URL comes from, or how to change it, in a sentence. */
  baseUrlFrom?: Advice | undefined;
}
