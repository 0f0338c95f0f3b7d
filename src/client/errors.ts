import type { TlsFault } from '../network/errors.ts';

/**
 * What is known of a call that was not confirmed, seen from the change it would have made:
 * - not-sent: no byte of it left this machine
 * - not-processed: the service said that it did not begin with it (429)
 * - rejected: the service refused it, it is surely not applied
 * - ambiguous: everything else; a change may or may not have been applied
 */
export type Attempt = 'not-sent' | 'not-processed' | 'rejected' | 'ambiguous';

/** Why a call failed, in the words of the tool's error codes. */
export type Reason =
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'rate-limited'
  | 'refused'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'redirect'
  | 'bad-answer'
  | 'interrupted';

/** What is known of the call, free of credentials and of query strings. */
export interface CallFacts {
  method: string;
  /** Origin and path. */
  url: string;
  effect: 'read' | 'change';
  /** Where the credentials came from that were sent, in words. */
  credentialsFrom?: string;
  /** The headers that carried them. */
  credentialHeaders?: readonly string[];
  /** What went wrong, as a clause: `the connection was refused`. */
  detail: string;
  status?: number;
  /** Whether a documented field is missing from the answer, as it is where the deployment calls it otherwise. */
  lacksField?: boolean;
  /** The text of the service's error body. */
  serviceMessage?: string;
  requestId?: string;
  /** The service's answer to "when may I come back?", in milliseconds from the moment of the answer. */
  retryAfterMs?: number;
  /** Where a redirect pointed, without its query. */
  location?: string;
  /** The system's or the library's code, such as ECONNREFUSED. */
  code?: string;
  tls?: TlsFault;
}

/** A call that was not confirmed by the service. */
export class CallError extends Error {
  override name = 'CallError';
  constructor(
    readonly attempt: Attempt,
    readonly reason: Reason,
    readonly facts: CallFacts,
    options?: ErrorOptions,
  ) {
    super(`${facts.method} ${facts.url}: ${facts.detail}`, options);
  }
}

/** Input that breaks a rule of the service; nothing was sent. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  constructor(readonly faults: readonly { path: string; message: string }[]) {
    super(faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; '));
  }
}

/** The service's pages can't be followed: going on would repeat or lose listings. */
export class BrokenPages extends Error {
  override name = 'BrokenPages';
  constructor(
    message: string,
    readonly pagesRead: number,
  ) {
    super(message);
  }
}
