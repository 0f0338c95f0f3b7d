import type { SecureContext } from 'node:tls';
import type { Bundle } from './authorities.ts';
import { type HttpProxy, proxyFor } from './proxy.ts';

/** How hosts are reached from this machine. */
export interface Network {
  /** The proxy on the way to a URL, if there is one. */
  proxyFor(url: URL): HttpProxy | undefined;
  /** Whom to trust; undefined for those that Node trusts by itself. */
  secureContext: SecureContext | undefined;
}

/** Every host is reached as it is, and Node's authorities hold. */
export const plainNetwork: Network = { proxyFor: () => undefined, secureContext: undefined };

/** The network as the environment describes it, and with further authorities where a file names some. */
export const createNetwork = async (
  env: Readonly<Record<string, string | undefined>>,
  bundle: Bundle | undefined,
): Promise<Network> => ({
  proxyFor: (url) => proxyFor(url, env),
  secureContext: bundle && (await (await import('./authorities.ts')).trusting(bundle, env)),
});
