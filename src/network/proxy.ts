import { UnusableProxy } from './errors.ts';
import { isExempt } from './no-proxy.ts';
import { asUrl } from './url.ts';
import { isLoopback } from './urls.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy through which hosts are reached. */
export interface HttpProxy {
  /** Scheme, host and port, without the user and password. */
  origin: string;
  /** As it is shown: `proxy.example:3128`. */
  host: string;
  /** The variable of the environment that names it. */
  variable: string;
  /** What the proxy, and nobody else, is told of who asks. */
  authorization: string | undefined;
  /** What no output may show. */
  secrets: readonly string[];
}

/** In this order, as undici's own agent reads them. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * The proxy on the way to a URL, undefined where there is none. This very machine is never reached through one. A variable
 * that is set to nothing switches proxies off. Fails with `UnusableProxy`.
 */
export const proxyFor = (url: URL, env: Environment): HttpProxy | undefined => {
  const variable = variables.find((name) => env[name] !== undefined);
  const named = env[variable ?? '']?.trim();
  if (variable === undefined || !named || isLoopback(url)) return undefined;
  if (isExempt(url, env.no_proxy ?? env.NO_PROXY ?? '')) return undefined;
  return readProxy(named, variable);
};

const readProxy = (named: string, variable: string): HttpProxy => {
  const text = /^[a-z][\w+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const url = asUrl(text);
  if (url === undefined) throw new UnusableProxy(variable, 'is not a URL, such as http://proxy.example:3128');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnusableProxy(
      variable,
      `names a proxy of the kind ${url.protocol}//, and only http:// and https:// proxies are supported`,
    );
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const [user, password] = [decoded(url.username, variable), decoded(url.password, variable)];
  const pair = `${user}:${password}`;
  const isAnonymous = pair === ':';
  return {
    origin: url.origin,
    host: `${url.hostname}:${port}`,
    variable,
    authorization: isAnonymous ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
    secrets: isAnonymous ? [] : [pair, password],
  };
};

const decoded = (text: string, variable: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnusableProxy(
      variable,
      'has a user or password with a % that stands for nothing: write it as %25',
    );
  }
};
