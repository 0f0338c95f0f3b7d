import { createHash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import type { ClientEvent } from '../client/exchange.ts';
import type { RetryPolicy } from '../client/retry.ts';
import type { Clock } from '../clock.ts';
import { isNearer, type Reach, reachByName } from '../network/reach.ts';
import { asUrl } from '../network/url.ts';
import { FeedLinkRefused } from './errors.ts';
import type { FeedEvent } from './events.ts';
import type { FetchTime } from './freshness.ts';
import { takeTurn } from './link-budget.ts';

/** How to ask the service for the feed's link. */
export interface LinkOptions {
  /**
   * Asks, and retries if that may help; waits for `turn` before each request. Returns the answer, and the time by the
   * service's clock if it said so.
   */
  ask: (turn: () => Promise<void>) => Promise<{ answer: FeedLink; date: Date | undefined }>;
  retry: RetryPolicy;
  clock: Clock;
  signal: AbortSignal;
  observe: (event: FeedEvent) => void;
}

/** What the service answers. */
export type FeedLink = { url: string } & Readonly<Record<string, unknown>>;

/** Asks for the link with a client that `connect` makes for it; its events say what time the service has. */
export const askOf = async (
  connect: (seen: (event: ClientEvent) => void) => Promise<Client>,
  turn: () => Promise<void>,
): ReturnType<LinkOptions['ask']> => {
  let date: Date | undefined;
  const client = await connect((event) => {
    if (event.kind === 'answer') date = timeOf(event.answer.headers.date);
  });
  try {
    return { answer: await client.call('getFeedLink', {}, { beforeAttempt: turn }), date };
  } finally {
    await client.close();
  }
};

const timeOf = (header: string | undefined): Date | undefined => {
  const time = new Date(header ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
};

/** A link, and when it was given. */
export interface GivenLink extends FetchTime {
  answer: FeedLink;
}

/** Waits before each request for the link, so that all processes that share the folder stay within the service's limit. */
export const linkTurn = (
  folder: string | undefined,
  { retry: { maxWaitMs }, clock, signal, observe }: Omit<LinkOptions, 'ask'>,
) => {
  const onWait = (milliseconds: number) =>
    observe({
      kind: 'wait',
      milliseconds,
      why: "the feed's link may be asked for only so often in a minute",
    });
  return async (): Promise<void> => {
    if (folder !== undefined) await takeTurn(folder, { maxWaitMs, clock, signal, onWait });
  };
};

/**
 * Asks the service for the feed's link. Every request is counted in the folder, if there is one, and waits for its turn. Fails with `LinkBudgetSpent`, or as the call does.
 */
export const requestLink = async (folder: string | undefined, options: LinkOptions): Promise<GivenLink> => {
  const turn = linkTurn(folder, options);
  const { answer, date } = await options.ask(async () => {
    await turn();
    options.observe({ kind: 'asking' });
  });
  const now = options.clock.now();
  const fetchedAt = date ?? new Date(now);
  return { answer, fetchedAt, clockAheadMs: fetchedAt.getTime() - now };
};

/** A digest that identifies a link, since the link itself is never written to the disk. */
export const linkHashOf = (link: string): string => createHash('sha256').update(link).digest('hex');

/**
 * Checks a link, or where a redirect points from `from`, before anything is sent there. Only https is followed, and plain http on
 * this machine. A link must not lead nearer than the service is: to this machine, or into a private network.
 */
export const checkedLink = (link: string, service: Reach, from?: URL): URL => {
  const url = asUrl(link, from);
  if (url === undefined) throw new FeedLinkRefused('it is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FeedLinkRefused(`${url.protocol} is not a protocol that a feed comes by`);
  const refuse = (problem: string) => new FeedLinkRefused(problem, url.origin);
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
