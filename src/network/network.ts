import type { SecureContext } from 'node:tls';
import type { Bundle } from './authorities.ts';
import { type HttpProxy, proxyFor } from './proxy.ts';
import type { Reach } from './reach.ts';

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

/** Where a service is. Behind a proxy, this machine's name service may not know it, and only its name says something. */
export const reachOfService = async (network: Network, baseUrl: string): Promise<Reach> => {
  const { reachByName, reachOfHost } = await import('./reach.ts');
  const url = new URL(baseUrl);
  return network.proxyFor(url) ? (reachByName(url.hostname) ?? 'anywhere') : reachOfHost(url.hostname);
};
