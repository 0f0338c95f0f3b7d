import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isNearer, type Reach, reachByName } from '../http/connection/reach.ts';
import { asUrl } from '../service/addresses.ts';
import { linkRefused } from './feed-errors.ts';

/** What the service answers. */
export type FeedLink = { url: string } & Readonly<Record<string, unknown>>;

/** Identifies a link on the disk, where the link itself is never written. */
export const linkHashOf = (link: string): string => createHash('sha256').update(link).digest('hex');

/**
 * Checks a link, or where a redirect points from `from`, before anything is sent there. Only https is followed, and plain http on
 * this machine. A link must not lead nearer than the service is: to this machine, or into a private network.
 */
export const checkedLink = (link: string, service: Reach, from?: URL): URL => {
  const url = asUrl(link, from);
  if (url === undefined) throw linkRefused('it is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw linkRefused(`${url.protocol} is not a protocol that a feed comes by`);
  const refuse = (problem: string) => linkRefused(problem, url.origin);
  if (url.username || url.password) throw refuse('it holds a user name or a password');
  const reach = reachByName(url.hostname);
  const tooNear = reach && nearnessProblem(reach, service);
  if (tooNear !== undefined) throw refuse(tooNear);
  if (url.protocol === 'http:' && reach !== 'machine') throw refuse('it is not an https link');
  if (url.protocol === 'http:' && from?.protocol === 'https:')
    throw refuse('a redirect leads from https to http');
  return url;
};

/** Why a link must not lead where it does, seen from the service; undefined if it may. */
export const nearnessProblem = (reach: Reach, service: Reach): string | undefined =>
  isNearer(reach, service) ? nearnessProblems[reach] : undefined;

const nearnessProblems: Readonly<Record<Reach, string | undefined>> = {
  machine: 'it points to this machine, and the service is elsewhere',
  link: 'it points to a link-local address, and the service does not have one',
  private: 'it points into a private network, and the service is not in one',
  anywhere: undefined,
};

/** Looks names up as Node does, and fails if any of the addresses is refused: Node chooses the one that it connects to. */
export const lookupUnless =
  (refuse: (address: string) => Error | undefined): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : found?.map(({ address }) => address);
      const refusal = addresses?.map(refuse).find((problem) => problem !== undefined);
      callback(error ?? refusal ?? null, found, family);
    });
