import type { TlsFault } from '../network/errors.ts';
import * as network from '../network/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Meaning } from './meaning.ts';

/** What to do about a connection that would not be safe. To do without safety is never among it. */
export const tlsHints: Record<TlsFault, string> = {
  expired:
    'Nothing was sent. Tell whoever runs the server; where the clock of this machine is wrong, set it.',
  'not-yet-valid': 'Nothing was sent. Is the clock of this machine right?',
  'wrong-host': 'Nothing was sent. Check the host in the base URL.',
  untrusted:
    'Nothing was sent. Where your network has a certificate authority of its own, name its file with --ca-bundle or in NODE_EXTRA_CA_CERTS.',
  'no-tls': 'Nothing was sent. Check scheme and port of the base URL, and of the proxy where there is one.',
  'old-protocol': 'Nothing was sent. Tell whoever runs the server.',
  'client-certificate': 'Tell whoever runs the server; --debug shows how far it came.',
  other: 'Nothing was sent. resale doctor shows what can be seen of the connection.',
};

export const proxyHint =
  'Nothing was sent. HTTPS_PROXY names the proxy, as http://USER:PASSWORD@HOST:PORT where it wants to know who asks, and NO_PROXY the hosts that need none.';

/** What is wrong with the way to any host. */
export const networkFailure = (error: unknown): Meaning | undefined => {
  if (error instanceof network.UnusableAuthorities)
    return {
      exitCode: exitCodes.usage,
      code: 'unusable-ca-bundle',
      hint: 'It must be a file of certificates in PEM: lines between BEGIN CERTIFICATE and END CERTIFICATE.',
    };
  if (error instanceof network.UnusableProxy)
    return {
      exitCode: exitCodes.usage,
      code: 'unusable-proxy',
      hint: 'Set it to http://HOST:PORT, or to nothing where there is no proxy.',
    };
  return error instanceof network.NoConnection ? connectionMeaning(error.facts) : undefined;
};

/** A connection that was not made, whoever it was to lead to. */
export const connectionMeaning = ({ obstacle, tls }: network.ConnectionFacts): Meaning => {
  const meaning = { exitCode: exitCodes.temporary };
  if (obstacle === 'proxy') return { ...meaning, code: 'proxy-refused', hint: proxyHint };
  if (obstacle === 'tls') return { ...meaning, code: 'tls', hint: tlsHints[tls ?? 'other'] };
  return {
    ...meaning,
    code: 'unreachable',
    hint: 'Check the network, or try again later.',
    retryable: true,
  };
};
