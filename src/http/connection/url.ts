import { asUrl } from '../../service/addresses.ts';
import type { Advice } from '../../words/advice.ts';
import { InvalidBaseUrl, type ServerAddress } from './connection-error.ts';

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * The base URL of the service in its normal form: scheme, host, and a path prefix without a slash at the end.
 * `source` tells the reader of an `InvalidBaseUrl` where the text came from.
 */
export const parseBaseUrl = (text: string, source = 'the base URL'): string => {
  const refuse = (problem: string) => new InvalidBaseUrl(source, problem);
  if (!/^https?:\/\//i.test(text)) throw refuse('must begin with https:// (or, on this machine, http://)');
  // The URL parser silently drops line breaks and tabs, and reads \ as /.
  if (/[\s\p{Cc}\\]/u.test(text)) throw refuse('must not hold blanks, control characters or backslashes');
  if (/[?#]/.test(text)) throw refuse('must not have a query or a fragment');
  const url = asUrl(text);
  if (url === undefined) throw refuse('is not a valid URL');
  if (url.username || url.password) throw refuse('must not hold a user name or password');
  if (url.protocol === 'http:' && !isLoopback(url))
    throw refuse('must begin with https://: plain http would show the credentials on the way');
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
};

/** The port of a URL, even if it is the usual one, which the URL leaves out. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string =>
  port || (protocol === 'https:' ? '443' : '80');

/** The host of a URL without the brackets around an IPv6 address. */
export const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const serverAddressOf = (url: URL, from: Advice | undefined): ServerAddress => ({
  hostname: url.hostname,
  port: portOf(url),
  mayBeSandbox: isLoopback(url) && url.protocol === 'http:',
  from,
});
