import type { SecureContext } from 'node:tls';
import type { Bundle } from './authorities.ts';
import { type HttpProxy, proxyFor } from './proxy.ts';

/** How hosts are reached from this machine. */
export interface Network {
  /** The proxy on the way to a URL, if there is one. */
  proxyFor(url: URL): HttpProxy | undefined;
  /** Whom to trust; undefined for Node's own authorities. */
  secureContext: SecureContext | undefined;
}

/** No proxy, and Node's own authorities. */
export const plainNetwork: Network = { proxyFor: () => undefined, secureContext: undefined };

/** The network that the environment describes, with the authorities of a file added to Node's own if one is given. */
export const createNetwork = async (
  env: Readonly<Record<string, string | undefined>>,
  bundle: Bundle | undefined,
): Promise<Network> => ({
  proxyFor: (url) => proxyFor(url, env),
  secureContext: bundle && (await (await import('./authorities.ts')).trusting(bundle, env)),
});
