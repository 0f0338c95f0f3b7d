import { Failure, type Meaning } from '../../failure/failure.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

/** Why a connection can't be made: nobody answers, it would not be safe, or the proxy refuses. */
type Obstacle = 'unreachable' | 'tls' | 'proxy';

export interface ConnectionFacts {
  obstacle: Obstacle;
  /** What went wrong, as a clause: `the connection was refused`. May quote a certificate, which is foreign text. */
  detail: string;
  /** The system's or the library's code, such as ECONNREFUSED. */
  code?: string | undefined;
  /** Whether it is the proxy on the way that can't be reached. */
  isProxys?: boolean | undefined;
}

/** A place that could not be reached, as far as its user can correct its address. */
export interface ServerAddress {
  hostname: string;
  port: string;
  /** Whether the sandbox could be meant: it is on this machine, and speaks plain http. */
  mayBeSandbox: boolean;
  /** Where its address comes from, or how to change it, in a sentence. */
  from?: Advice | undefined;
}

/** It never suggests giving up safety. */
const tlsHint =
  'Check the base URL and the clock of this machine; if your network has a certificate authority of its own, name its file with --ca-bundle or in NODE_EXTRA_CA_CERTS.';

const proxyHint =
  'HTTPS_PROXY names the proxy, as http://USER:PASSWORD@HOST:PORT if it asks who you are; NO_PROXY names the hosts that need no proxy.';

export const sandboxPort = '4141';

const unreachableHint = (
  { code, isProxys }: Partial<ConnectionFacts>,
  place: ServerAddress | undefined,
): Advice => {
  if (isProxys)
    return 'Is the proxy running? HTTPS_PROXY names it; NO_PROXY names the hosts that need no proxy.';
  if (code === 'ENOTFOUND' && place)
    return prefixed(
      `Check the spelling of ${place.hostname}, and whether this machine is online.`,
      place.from,
    );
  if (code === 'ECONNREFUSED' && place?.mayBeSandbox) {
    const { port } = place;
    const nothing = `Nothing listens on port ${port} of this machine. To start the sandbox there`;
    // Another port is likelier that of a service of one's own.
    return port === sandboxPort
      ? proposal(`${nothing}:`, resaleLine('sandbox start'))
      : proposal(`${nothing}, if you use it:`, resaleLine('sandbox start', [], { port }));
  }
  if (code === 'ECONNREFUSED' && place)
    return prefixed(
      `Nothing listens on port ${place.port} of ${place.hostname}, or a firewall is in the way.`,
      place.from,
    );
  return 'Check the network, or try again later.';
};

/** What it means that a connection was not made, to `place` if its user can correct the address. */
export const connectionMeaning = (
  facts: Pick<ConnectionFacts, 'obstacle' | 'code' | 'isProxys'>,
  place?: ServerAddress,
): Meaning => {
  const { obstacle } = facts;
  // A person has to change something first, so neither is temporary.
  if (obstacle === 'proxy') return { code: 'unreachable', exit: 'failed', hint: proxyHint };
  if (obstacle === 'tls') return { code: 'unreachable', exit: 'failed', hint: tlsHint };
  return { code: 'unreachable', exit: 'temporary', hint: unreachableHint(facts, place) };
};

/** No connection was made, so nothing was sent on it. */
export class NoConnection extends Failure {
  constructor(
    readonly facts: ConnectionFacts,
    options?: ErrorOptions,
    place?: ServerAddress,
  ) {
    super(facts.detail, connectionMeaning(facts, place), options);
  }
}

/** A text can't be the base URL of the service. The text is not repeated: it may contain a password. */
export class InvalidBaseUrl extends Failure {
  constructor(
    /** Where the text comes from: `--base-url`, `RESALE_BASE_URL`. */
    readonly source: string,
    problem: string,
  ) {
    super(`${source} ${problem}`, { code: 'usage', exit: 'usage' });
  }
}

/** A file that should name further certificate authorities does not. Nothing of it is quoted. */
export class UnusableAuthorities extends Failure {
  constructor(
    /** Where the file was named: `--ca-bundle`, `RESALE_CA_BUNDLE`. */
    source: string,
    path: string,
    problem: string,
  ) {
    super(`${path}, which ${source} names, ${problem}`, {
      code: 'usage',
      exit: 'usage',
      hint: 'It must be a file of certificates in PEM: lines between BEGIN CERTIFICATE and END CERTIFICATE.',
    });
  }
}

/** A variable of the environment names a proxy that can't be used. It is not repeated: it may hold a password. */
export const unusableProxy = (variable: string, problem: string): Failure =>
  new Failure(`${variable} ${problem}`, {
    code: 'usage',
    exit: 'usage',
    hint: 'Set it to http://HOST:PORT, or unset it if there is no proxy.',
  });
