import type { FeedEvent } from '../../feed/events.ts';
import type { Freshness } from '../../feed/freshness.ts';
import type { LinkOptions } from '../../feed/link.ts';
import type { FeedOptions } from '../../feed/newest.ts';
import { productTranslation, type TranslateEntry } from '../../feed/products.ts';
import { reachOfService } from '../../network/network.ts';
import { NoProfile } from '../../profiles/errors.ts';
import { InvalidDirectory } from '../../profiles/files/errors.ts';
import { NoCredentials } from '../../profiles/keys/errors.ts';
import { feedVersion } from '../../service/constants.ts';
import type { DialectSettings } from '../../service/dialect.ts';
import type { Invocation } from '../invocation.ts';
import { connectTimeoutMs } from '../network.ts';
import { version } from '../version.ts';
import { feedCache } from './cache.ts';
import { tellWait } from './progress.ts';

/** What it takes to get the feed of the profile's service. `observe` is called with every event on the way. */
export const feedOptions = async (
  invocation: Invocation,
  freshness: Freshness,
  observe: (event: FeedEvent) => void,
): Promise<FeedOptions> => {
  const { io, settings } = invocation;
  const { baseUrl } = await invocation.profile();
  const { timeoutMs, maxRetries, maxWaitMs } = settings;
  const network = await invocation.network();
  return {
    cache: await feedCache(invocation),
    freshness,
    ask: (turn) => askLink(invocation, turn, observe),
    retry: { maxRetries, maxWaitMs },
    serviceReach: () => reachOfService(network, baseUrl),
    connectTimeoutMs: connectTimeoutMs(settings),
    network,
    timed: invocation.trace() !== undefined,
    headersTimeoutMs: timeoutMs,
    clock: io.clock,
    userAgent: `resale/${version}`,
    signal: io.interruption,
    observe,
  };
};

/** What to wait for before each request for the link that no download makes: these count as well. */
export const turnAtLink = async (invocation: Invocation): Promise<() => Promise<void>> => {
  const [{ linkTurn }, { linkFolder }] = await Promise.all([
    import('../../feed/link.ts'),
    import('../../feed/newest.ts'),
  ]);
  const { io, settings } = invocation;
  const observe = (event: FeedEvent) => tellWait(invocation, event);
  const folder = await linkFolder({ cache: await feedCache(invocation), observe });
  return linkTurn(folder, { retry: settings, clock: io.clock, signal: io.interruption, observe });
};

/** Asks for the link, with a `turn` for each request; the waits between them are shown with the download. */
const askLink = async (
  invocation: Invocation,
  turn: () => Promise<void>,
  observe: (event: FeedEvent) => void,
): ReturnType<LinkOptions['ask']> => {
  const { askOf } = await import('../../feed/link.ts');
  const asked = await askOf(
    (seen) =>
      invocation.connect({
        signal: invocation.io.interruption,
        connections: 1,
        isWatched: true,
        observe: (event) => {
          seen(event);
          if (event.kind === 'wait') observe(event);
        },
      }),
    turn,
  );
  const { version } = asked.answer;
  if (version !== undefined && version !== feedVersion)
    invocation.warn(
      `The service says that its feed has version ${version}; this tool knows only version ${feedVersion}, so its fields may differ. To see how: ${invocation.here('feed fetch', [], { check: true })}`,
    );
  return asked;
};

/** Makes the function that translates an entry of the service's feed into our words; undefined if these are the service's. */
export const feedTranslation = async (invocation: Invocation): Promise<TranslateEntry | undefined> => {
  const settings = await dialectSettings(invocation);
  return settings && productTranslation(settings);
};

/** The dialect of the profile, if there is one: files can be read without a profile. */
const dialectSettings = async (invocation: Invocation): Promise<DialectSettings | undefined> => {
  try {
    return (await invocation.profile()).dialect;
  } catch (error) {
    if ([NoProfile, NoCredentials, InvalidDirectory].some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
};
