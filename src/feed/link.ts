import { asUrl } from '../network/url.ts';
import { FeedLinkRefused } from './errors.ts';

/**
 * Judges a link, or where a redirect points from `from`, before anything is sent there. Only https is followed;
 * loopback, and plain http to it, only where `allowLoopback` says that the service itself is there.
 */
export const judgedLink = (link: string, allowLoopback: boolean, from?: URL): URL => {
  const url = asUrl(link, from);
  if (url === undefined) throw new FeedLinkRefused('it is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FeedLinkRefused(`${url.protocol} is not a protocol that a feed comes by`);
  const refuse = (problem: string) => new FeedLinkRefused(problem, url.origin);
  if (url.username || url.password) throw refuse('it holds a user name or a password');
  const loopback = isLoopback(url.hostname);
  if (loopback && !allowLoopback) throw refuse('it points to this machine, and the service is elsewhere');
  if (url.protocol === 'http:' && !loopback) throw refuse('it is not an https link');
  if (url.protocol === 'http:' && from?.protocol === 'https:')
    throw refuse('a redirect leads from https to http');
  return url;
};

/** Whether a URL's host name is this machine, in any of the forms in which URLs spell it. */
const isLoopback = (hostname: string): boolean =>
  /^(.+\.)?localhost\.?$/.test(hostname) ||
  /^127(\.\d+){3}$/.test(hostname) ||
  /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/.test(hostname) ||
  ['[::1]', '[::]', '0.0.0.0', '[::ffff:0:0]'].includes(hostname);
