import { type ConnectionFacts, NoConnection } from './connection-error.ts';
import type { Certificate } from './tls.ts';
import { tlsProblem } from './tls.ts';

/** A step on the way to a connection took too long. */
export class LateConnection extends Error {
  readonly code = 'ETIMEDOUT';
}

interface Attempted {
  /** `the server`, or `the proxy proxy.example:3128`. */
  whose: string;
  /** Host and port of the proxy in front of the server. */
  via?: string | undefined;
  certificate: Certificate | undefined;
  timeoutMs: number;
}

export const noConnection = (error: unknown, attempted: Attempted): NoConnection => {
  if (error instanceof NoConnection) return error;
  const via = attempted.via === undefined ? '' : `, via the proxy ${attempted.via}`;
  const facts = factsOf(error, attempted);
  return new NoConnection({ ...facts, detail: `${facts.detail}${via}` }, { cause: error });
};

const factsOf = (error: unknown, attempted: Attempted): ConnectionFacts => {
  if (error instanceof LateConnection)
    return {
      obstacle: 'unreachable',
      detail: `no connection within ${attempted.timeoutMs / 1000} s`,
      code: error.code,
    };
  const code = codeOf(error);
  const insecure = tlsProblem(code, error, attempted.whose, attempted.certificate);
  return insecure === undefined
    ? { obstacle: 'unreachable', detail: unreachableDetail(code), code }
    : { obstacle: 'tls', detail: insecure, code };
};

/** The code of an error, or its name if it has none; if several addresses were tried, that of the first. */
export const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
};

const unreachableDetail = (code: string): string =>
  ({
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'no such host is known',
    EAI_AGAIN: 'the name service did not answer',
    ECONNRESET: 'the connection was reset before the request was sent',
    EHOSTUNREACH: 'there is no route to the host',
    ENETUNREACH: 'the network is unreachable',
    EMFILE: 'too many files are open on this machine',
    ENFILE: 'too many files are open on this machine',
    EADDRNOTAVAIL: 'this machine has no free port left',
  })[code] ?? `no connection (${code})`;
