import { createHash } from 'node:crypto';
import { asUrl, isLoopback } from '../http/connection/url.ts';
import { linkRefused } from './feed-errors.ts';

/** What the service answers. */
export type FeedLink = { url: string } & Readonly<Record<string, unknown>>;

/** Identifies a link on the disk, where the link itself is never written. */
export const linkHashOf = (link: string): string => createHash('sha256').update(link).digest('hex');

/**
 * Checks a link, or the target of a redirect from `from`, before a request is sent to it. It must be https; only a service on this
 * machine may name a file on this machine, also over plain http.
 */
export const checkedLink = (link: string, isServiceLocal: boolean, from?: URL): URL => {
  const url = asUrl(link, from);
  if (url === undefined) throw linkRefused('it is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw linkRefused(`${url.protocol} is not a protocol that a feed comes by`);
  const refuse = (problem: string) => linkRefused(problem, url.origin);
  if (url.username || url.password) throw refuse('it holds a user name or a password');
  const isLocal = isLoopback(url);
  if (isLocal && !isServiceLocal) throw refuse('it points to this machine, and the service is elsewhere');
  if (url.protocol === 'http:' && !isLocal) throw refuse('it is not an https link');
  if (url.protocol === 'http:' && from?.protocol === 'https:')
    throw refuse('a redirect leads from https to http');
  return url;
};
