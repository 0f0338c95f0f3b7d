import { isAbsolute, resolve } from 'node:path';
import { version } from '../../package.json';
import { usage } from '../failure/kinds.ts';
import type { Client } from '../http/client.ts';
import type { Bundle } from '../http/connection/authorities.ts';
import { createNetwork, type Network } from '../http/connection/network.ts';
import type { ClientEvent, ExchangeOptions } from '../http/exchange.ts';
import { RateLimiter } from '../http/rate/rate-limiter.ts';
import type { RetryPolicy } from '../http/retry.ts';
import { type ActiveProfile, aboutKeys, baseUrlFrom } from '../profiles/active-profile.ts';
import { sandboxProfile } from '../profiles/sandbox-profile.ts';
import { type DialectSettings, dialectOf } from '../service/dialect.ts';
import { isFault } from '../service/typed-values.ts';
import { covered, type Io } from '../terminal/io.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { globalFlags, type Settings } from './global-flags.ts';
import type { Logger } from './logger.ts';
import { observer } from './trace.ts';

type NetworkProfile = Pick<ActiveProfile, 'name' | 'caBundle'> | undefined;

/** The network as flags, environment and profile describe it. Fails if a file that they name can't be used. */
export const networkOf = async (io: Io, settings: Settings, profile: NetworkProfile): Promise<Network> =>
  createNetwork(io.env, bundleOf(io, settings, profile));

export const bundleOf = (
  { cwd }: Io,
  { caBundle }: Settings,
  profile: NetworkProfile,
): Bundle | undefined => {
  if (caBundle) return { ...caBundle, path: resolve(cwd, caBundle.path) };
  if (!profile?.caBundle) return undefined;
  const { name, caBundle: path } = profile;
  if (isAbsolute(path)) return { path, source: `the profile "${name}"` };
  // Whose authorities are trusted must not depend on where the tool is started.
  throw usage(
    `The profile "${name}" names its certificate authorities by a relative path, ${path}`,
    proposal(
      'Name them by an absolute one:',
      resaleLine('profiles set', [`${name}`], { caBundle: resolve(cwd, path) }),
    ),
  );
};

interface ConnectOptions {
  signal: AbortSignal;
  retry?: Partial<RetryPolicy>;
  /** After these abort, no read or change is sent; requests in flight continue. Default: `signal`. */
  noMoreAfter?: ExchangeOptions['noMoreAfter'];
  anyConstants?: boolean;
  observe?: (event: ClientEvent) => void;
  dialect?: DialectSettings;
  /** Progress is shown elsewhere, so no spinner is needed during a call. */
  hasProgress?: true;
}

interface Ends {
  io: Io;
  settings: Settings;
  logger: Logger;
  profile(): Promise<ActiveProfile>;
  limiters: Map<string, RateLimiter>;
  mayChange(): Promise<void>;
  /** Shows the spinner until the returned function is called. */
  wait: () => () => void;
}

const rateOf = ({ name, rate }: Pick<ActiveProfile, 'name' | 'rate'>): number | undefined => {
  const read = rate === undefined ? undefined : globalFlags.rate.read(rate);
  if (!isFault(read)) return read;
  throw usage(
    `The rate of the profile "${name}" ${read.fault}`,
    proposal('Set another:', resaleLine('profiles set', [`${name}`], { rate: '50/s' })),
  );
};

/** The connections of one run of a command to the service of its profile, each made when first needed. */
export const createConnections = (ends: Ends) => {
  const { io, settings, logger, profile, wait } = ends;
  const made: Client[] = [];
  const keys = { areAccepted: false };
  let triesChange = false;
  let credentials: ReturnType<ActiveProfile['credentials']> | undefined;
  let foundNetwork: Promise<Network> | undefined;
  let sharedClient: Promise<Client> | undefined;

  const findNetwork = async (): Promise<Network> => {
    const found = await profile();
    const network = await networkOf(io, settings, found);
    if (io.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' && found.baseUrl.startsWith('https:'))
      logger.warn(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always checked. To trust another authority, use --ca-bundle.',
      );
    for (const secret of network.proxyFor(new URL(found.baseUrl))?.secrets ?? []) logger.learn(secret);
    return network;
  };

  /** Proxies and authorities on the way to that service, and to the hosts it names. */
  const network = (): Promise<Network> => (foundNetwork ??= findNetwork());

  /** The rate limiter of the service, shared by all connections to it. */
  const limiter = async (): Promise<RateLimiter> => {
    const found = await profile();
    const { origin } = found;
    const perSecond = settings.rate ?? rateOf(found);
    const limiter = ends.limiters.get(origin) ?? new RateLimiter({ perSecond });
    ends.limiters.set(origin, limiter);
    return limiter;
  };

  /** A separate client, for a job that handles interruption itself. */
  const connect = async ({
    signal,
    noMoreAfter = { read: signal, change: signal },
    retry,
    anyConstants = false,
    observe,
    dialect,
    hasProgress,
  }: ConnectOptions): Promise<Client> => {
    const found = await profile();
    const { createClient } = await import('../http/client.ts');
    const tell = observer(logger, logger.trace());
    const client = createClient({
      baseUrl: found.baseUrl,
      async credentials() {
        // Called once: a key command may ask for a password.
        credentials ??= covered(io.stderr, found.credentials);
        const { clientId, apiKey } = await credentials;
        return { clientId, apiKey: apiKey.reveal() };
      },
      keys,
      aboutKeys: aboutKeys(found),
      profile: found.name === sandboxProfile.name ? undefined : found.name,
      baseUrlFrom: baseUrlFrom(found),
      async beforeChange() {
        await ends.mayChange();
        triesChange = true;
      },
      connectTimeoutMs: settings.timeoutMs,
      callTimeoutMs: settings.timeoutMs,
      clock: io.clock,
      retry: { maxRetries: settings.maxRetries, maxWaitMs: settings.maxWaitMs, ...retry },
      userAgent: `resale/${version}`,
      dialect: dialectOf(dialect ?? found.dialect),
      anyConstants,
      limiter: await limiter(),
      signal,
      noMoreAfter,
      redact: logger.redact,
      network: await network(),
      observe: (event) => {
        // An observer of a separate client reports waits itself.
        if (!observe || event.kind !== 'wait' || logger.trace()) tell(event);
        observe?.(event);
      },
    });
    made.push(client);
    return hasProgress ? client : awaited(client, wait);
  };

  return {
    network,
    limiter,
    connect,
    /** Whether a change was, or may have been, sent. */
    triesChange: () => triesChange,
    client: (): Promise<Client> => (sharedClient ??= connect({ signal: io.interruption })),
    async close(): Promise<void> {
      await Promise.all(made.map((client) => client.close()));
    },
  };
};

export type Connections = Omit<ReturnType<typeof createConnections>, 'close'>;

/** The same client with a spinner during its calls, retries and pauses included. */
const awaited = (client: Client, wait: Ends['wait']): Client => {
  const during = async <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
    const arrived = wait();
    try {
      return await answer();
    } finally {
      arrived();
    }
  };
  return {
    ...client,
    call: (...call) => during(() => client.call(...call)),
    raw: (...call) => during(() => client.raw(...call)),
  };
};
