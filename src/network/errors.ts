/** What stands in the way of a connection: nobody answers, it would not be safe, or the proxy says no. */
export type Obstacle = 'unreachable' | 'tls' | 'proxy';

/** What is wrong with a secure connection. */
export type TlsFault =
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-host'
  | 'untrusted'
  | 'no-tls'
  | 'old-protocol'
  | 'client-certificate'
  | 'other';

/** What is known of a connection that was not made. */
export interface ConnectionFacts {
  obstacle: Obstacle;
  /** What went wrong, as a clause: `the connection was refused`. May quote a certificate, which is foreign text. */
  detail: string;
  /** The system's or the library's code, such as ECONNREFUSED. */
  code?: string;
  tls?: TlsFault;
}

/**
 * No connection was made, so nothing was sent on it. It has no `code` of its own: undici takes some codes for a reason to
 * try again for ever.
 */
export class NoConnection extends Error {
  override name = 'NoConnection';
  constructor(
    readonly facts: ConnectionFacts,
    options?: ErrorOptions,
  ) {
    super(facts.detail, options);
  }
}

/** A file that should name further certificate authorities does not. Nothing of it is quoted. */
export class UnusableAuthorities extends Error {
  override name = 'UnusableAuthorities';
  constructor(
    /** Where the file was named: `--ca-bundle`, `RESALE_CA_BUNDLE`. */
    readonly source: string,
    readonly path: string,
    problem: string,
  ) {
    super(`${path}, which ${source} names, ${problem}`);
  }
}

/** A variable of the environment names a proxy that can't be used. It is not repeated: it may hold a password. */
export class UnusableProxy extends Error {
  override name = 'UnusableProxy';
  constructor(
    readonly variable: string,
    problem: string,
  ) {
    super(`${variable} ${problem}`);
  }
}

/** A text that is no base URL of the service. It is not repeated: it may hold a password. */
export class InvalidBaseUrl extends Error {
  override name = 'InvalidBaseUrl';
  constructor(
    /** Where the text comes from: `--base-url`, `RESALE_BASE_URL`. */
    readonly source: string,
    problem: string,
  ) {
    super(`${source} ${problem}`);
  }
}
