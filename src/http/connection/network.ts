import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { asUrl } from '../../service/addresses.ts';
import type { Bundle } from './authorities.ts';
import { unusableProxy } from './connection-error.ts';
import type { Reach } from './reach.ts';
import { bareHost, isLoopback, portOf } from './url.ts';

export interface Network {
  proxyFor(url: URL): HttpProxy | undefined;
  secureContext: SecureContext | undefined;
}

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

type Environment = Readonly<Record<string, string | undefined>>;

export interface HttpProxy {
  /** Scheme, host and port, without the user and password. */
  origin: string;
  /** For display: `proxy.example:3128`. */
  host: string;
  variable: string;
  /** The header that authenticates the user to the proxy, and is sent to nobody else. */
  authorization: string | undefined;
  /** Texts that no output may show. */
  secrets: readonly string[];
}

/** In the order in which they are read: the first that is set counts. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * The proxy for a URL; undefined if there is none. This machine itself is never reached through one, and nothing else without TLS.
 * Fails with `unusableProxy`.
 */
export const proxyFor = (url: URL, env: Environment): HttpProxy | undefined => {
  const variable = proxyVariables.find((name) => env[name] !== undefined);
  const named = env[variable ?? '']?.trim();
  if (variable === undefined || !named || url.protocol === 'http:' || isLoopback(url)) return undefined;
  if (isExempt(url, env.no_proxy ?? env.NO_PROXY ?? '')) return undefined;
  return readProxy(named, variable);
};

const readProxy = (named: string, variable: string): HttpProxy => {
  const text = /^[a-z][\w+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const url = asUrl(text);
  if (url === undefined) throw unusableProxy(variable, 'is not a URL, such as http://proxy.example:3128');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw unusableProxy(
      variable,
      `names a proxy of the kind ${url.protocol}//, and only http:// and https:// proxies are supported`,
    );
  const [user, password] = [decoded(url.username, variable), decoded(url.password, variable)];
  const pair = `${user}:${password}`;
  const isAnonymous = pair === ':';
  return {
    origin: url.origin,
    host: `${url.hostname}:${portOf(url)}`,
    variable,
    authorization: isAnonymous ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
    secrets: isAnonymous ? [] : [pair, password],
  };
};

const decoded = (text: string, variable: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unusableProxy(variable, 'has a user or password with a % that stands for nothing: write it as %25');
  }
};

/**
 * Whether NO_PROXY exempts a URL from the proxy. Its entries, separated by commas or blanks, are `*`, an address, or a host, with
 * or without a leading dot (its subdomains are included), either with or without a port.
 */
const isExempt = (url: URL, list: string): boolean =>
  list
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => fits(entry, bareHost(url), portOf(url)));

const fits = (entry: string, hostname: string, port: string): boolean => {
  const host = withoutDot(hostname);
  if (entry === '*') return true;
  // An IPv6 address contains colons itself.
  const [, name = entry, itsPort] = isIP(entry) ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
  if (itsPort !== undefined && itsPort !== port) return false;
  const wanted = bareHost({ hostname: withoutDot(name.replace(/^\*?\./, '')) });
  return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
};

/** A name whose root is written out, as in `shop.example.`, is the same host. */
const withoutDot = (name: string): string => name.replace(/\.$/, '');
