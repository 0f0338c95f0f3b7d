import type { Client } from '../client/client.ts';
import { clockWatch } from '../client/clock.ts';
import type { ClientEvent } from '../client/exchange.ts';
import type { RetryPolicy } from '../client/retry.ts';
import type { Spinner } from '../terminal/spinner.ts';
import { awaited } from './awaited.ts';
import type { Settings } from './global-flags.ts';
import type { Invocation } from './invocation.ts';
import { version } from './version.ts';

/** What a connection of its own may differ in. */
export interface ConnectOptions {
  signal: AbortSignal;
  connections?: number;
  retry?: Partial<RetryPolicy>;
  /** Lets constants through that the tool does not know. */
  anyConstants?: boolean;
  observe?: (event: ClientEvent) => void;
  /** Somebody else shows how the job gets on, so that no spinner turns while an answer is awaited. */
  isWatched?: true;
}

/** How long making a connection may take, however long a call may. */
const longestConnectMs = 10_000;

/** How long each step of making a connection may take, in milliseconds. */
export const connectTimeoutMs = ({ timeoutMs }: Pick<Settings, 'timeoutMs'>): number =>
  Math.min(longestConnectMs, timeoutMs);

/** Makes what connects a command to the service of its profile; each client has to be closed. */
export const connector = (
  { settings, warn, trace, redact, profile, network, mayChange }: Invocation,
  spinner: Spinner,
): ((options: ConnectOptions) => Promise<Client>) => {
  const watchClock = clockWatch(warn);
  return async ({ signal, connections, retry, anyConstants = false, observe, isWatched }) => {
    const found = await profile();
    const [{ createClient }, { dialectOf }, { observer }, { wordsFor }] = await Promise.all([
      import('../client/client.ts'),
      import('../service/dialect.ts'),
      import('./trace.ts'),
      import('./credentials-source.ts'),
    ]);
    const tell = observer(warn, trace());
    const client = createClient({
      baseUrl: found.baseUrl,
      async credentials() {
        // A command that prints the key may ask for something itself.
        const { clientId, apiKey } = await spinner.aside(found.credentials);
        return { clientId: clientId.reveal(), apiKey: apiKey.reveal() };
      },
      credentialsFrom: wordsFor(found),
      beforeChange: () => mayChange(),
      timeouts: { connectMs: connectTimeoutMs(settings), callMs: settings.timeoutMs },
      retry: { maxRetries: settings.maxRetries, maxWaitMs: settings.maxWaitMs, ...retry },
      userAgent: `resale/${version}`,
      dialect: dialectOf(found.dialect),
      anyConstants,
      signal,
      redact,
      network: await network(),
      timed: trace() !== undefined,
      ...(connections === undefined ? {} : { connections }),
      observe: (event) => {
        if (event.kind === 'answer') watchClock(event.answer.headers);
        // Who watches a connection of its own tells of waits itself.
        if (!observe || event.kind !== 'wait' || trace()) tell(event);
        observe?.(event);
      },
    });
    return isWatched ? client : awaited(client, spinner);
  };
};
