import type { Client } from '../client/client.ts';
import { clockWatch } from '../client/clock.ts';
import type { ClientEvent } from '../client/events.ts';
import type { RetryPolicy } from '../client/retry.ts';
import type { Patience } from '../inventory/unconfirmed.ts';
import type { Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active.ts';
import type { Secret } from '../profiles/credentials.ts';
import type { Store } from '../profiles/store.ts';
import { type Format, formats } from '../terminal/formats.ts';
import { harmlessLines } from '../terminal/harmless.ts';
import { type Io, someoneIsThere, write } from '../terminal/io.ts';
import { redactor } from '../terminal/redact.ts';
import { version } from '../version.ts';
import { type DebugFile, openDebugFile } from './debug-file.ts';
import { NotConfirmed } from './errors.ts';
import type { Settings } from './global-flags.ts';
import type { Extent } from './guard.ts';

/** One run of one command: what it may use, each made when first asked for. */
export interface Invocation {
  readonly io: Io;
  readonly settings: Settings;
  /** The store of profiles. */
  store(): Promise<Store>;
  /** The profile that holds, with the way to its credentials. */
  profile(): Promise<ActiveProfile>;
  /** Proxies and authorities on the way to that profile's service, and to the hosts it names. */
  network(): Promise<Network>;
  /** The service, as that profile reaches it. */
  client(): Promise<Client>;
  /** A connection of its own to that service, for a job that must end in its own way when the tool is stopped. */
  connect(options: ConnectOptions): Promise<Client>;
  /** How a change that was not confirmed is treated. */
  patience: Patience;
  /** Tells a person on stderr what goes on. Not with --quiet, and not where errors are JSON, for programs. */
  note(text: string): void;
  /** Says on stderr what a script should have in its log, too; not with --quiet. */
  warn(text: string): void;
  /** Takes lines for --debug and --debug-file; undefined where neither was said. */
  trace(): ((text: string) => void) | undefined;
  /** From now on, nothing shows this secret. */
  learn(secret: Secret): void;
  /** The same under another profile, as if --profile had named it. */
  under(profile: string): Invocation;
  /** A text that may quote the service, without the credentials in it. */
  redact(text: string): string;
  /** Whether someone is there to be asked, and may be. */
  canAsk(): boolean;
  /** What questions are asked on; --no-color holds for them, too. */
  questionIo(): Io;
  /** Goes on only with a yes: from --yes, or from whoever is at the terminal. */
  confirm(question: string): Promise<void>;
  /** Goes on unless the profile is read-only. Every change is held against it; who reads first asks before that. */
  refuseReadOnly(): Promise<void>;
  /**
   * Goes on only where the profile lets changes through: a protected one asks, once. Every client does so before it sends
   * a change; who changes many things does before the first.
   */
  mayChange(extent?: Extent): Promise<void>;
  /** How results are printed: as asked for, as the profile prefers on a terminal, else a table there and JSON elsewhere. */
  format(): Format;
  close(): Promise<void>;
}

/** What a connection of its own may differ in. */
export interface ConnectOptions {
  signal: AbortSignal;
  connections?: number;
  retry?: Partial<RetryPolicy>;
  /** Lets constants through that the tool does not know. */
  anyConstants?: boolean;
  observe?: (event: ClientEvent) => void;
}

/** How long making a connection may take, however long a call may. */
const longestConnectMs = 10_000;

/** How long each step of making a connection may take, in milliseconds. */
export const connectTimeoutMs = ({ timeoutMs }: Pick<Settings, 'timeoutMs'>): number =>
  Math.min(longestConnectMs, timeoutMs);

/** `secrets` learns every credential that comes into play, so that no message shows one. */
export const createInvocation = (io: Io, settings: Settings, secrets: Set<string>): Invocation => {
  let store: Promise<Store> | undefined;
  let profile: Promise<ActiveProfile> | undefined;
  let network: Promise<Network> | undefined;
  let client: Promise<Client> | undefined;
  let debugFile: DebugFile | undefined;
  let allowed: Promise<void> | undefined;
  const clients: Client[] = [];
  let preferredFormat: string | undefined;

  const redact = (text: string): string => redactor([...secrets])(text);
  const fitToShow = (text: string): string => harmlessLines(redact(text));
  const learn = (secret: Secret): void => {
    secrets.add(secret.reveal());
  };
  const say = (text: string): void => {
    io.stderr.write(`${fitToShow(text)}\n`);
  };
  const warn = (text: string): void => {
    if (!settings.quiet) say(text);
  };
  const note = (text: string): void => {
    if (io.stderr.isTTY) warn(text);
  };

  const watchClock = clockWatch(warn);

  const openStore = async (): Promise<Store> => {
    const [{ configDirectory }, { openStore }] = await Promise.all([
      import('../profiles/paths.ts'),
      import('../profiles/store.ts'),
    ]);
    return openStore(() => configDirectory(io.env));
  };

  const findProfile = async (): Promise<ActiveProfile> => {
    const { activeProfile } = await import('../profiles/active.ts');
    const found = await activeProfile({
      flag: { profile: settings.profile, baseUrl: settings.baseUrl },
      store: await invocation.store(),
      surroundings: io,
    });
    if (found.clientId) learn(found.clientId);
    for (const notice of found.notices) warn(notice);
    preferredFormat = found.output;
    return {
      ...found,
      async credentials() {
        const credentials = await found.credentials();
        learn(credentials.apiKey);
        return credentials;
      },
    };
  };

  const mayChange = async (extent: Extent): Promise<void> => {
    await invocation.refuseReadOnly();
    const profile = await invocation.profile();
    if (!profile.protected) return;
    const { guard } = await import('./guard.ts');
    await guard(profile, extent, invocation);
  };

  const findNetwork = async (): Promise<Network> => {
    const found = await invocation.profile();
    const { networkOf } = await import('./network.ts');
    const made = await networkOf(io, settings, found);
    for (const secret of made.proxyFor(new URL(found.baseUrl))?.secrets ?? []) secrets.add(secret);
    return made;
  };

  const trace = (): ((text: string) => void) | undefined => {
    if (settings.debugFile === undefined) return settings.debug ? say : undefined;
    debugFile ??= openDebugFile(settings.debugFile, io.cwd, warn);
    const file = debugFile;
    return (text) => {
      file.write(fitToShow(text));
      if (settings.debug) say(text);
    };
  };

  const connect = async (options: ConnectOptions): Promise<Client> => {
    const { signal, connections, retry, anyConstants = false, observe } = options;
    const profile = await invocation.profile();
    const [{ createClient }, { dialectOf }, { observer }, { wordsFor }] = await Promise.all([
      import('../client/client.ts'),
      import('../service/dialect.ts'),
      import('./trace.ts'),
      import('./credentials-source.ts'),
    ]);
    const tell = observer(warn, trace());
    const made = createClient({
      baseUrl: profile.baseUrl,
      async credentials() {
        const { clientId, apiKey } = await profile.credentials();
        return { clientId: clientId.reveal(), apiKey: apiKey.reveal() };
      },
      credentialsFrom: wordsFor(profile),
      beforeChange: () => invocation.mayChange(),
      timeouts: { connectMs: connectTimeoutMs(settings), callMs: settings.timeoutMs },
      retry: { maxRetries: settings.maxRetries, maxWaitMs: settings.maxWaitMs, ...retry },
      userAgent: `resale/${version}`,
      dialect: dialectOf(profile.dialect),
      anyConstants,
      signal,
      network: await invocation.network(),
      timed: trace() !== undefined,
      ...(connections === undefined ? {} : { connections }),
      observe: (event) => {
        if (event.kind === 'answer') watchClock(event.answer.headers);
        // Who watches a connection of its own tells of waits itself.
        if (!observe || event.kind !== 'wait' || trace()) tell(event);
        observe?.(event);
      },
    });
    clients.push(made);
    return made;
  };

  const invocation: Invocation = {
    io,
    settings,
    store: () => (store ??= openStore()),
    profile: () => (profile ??= findProfile()),
    network: () => (network ??= findNetwork()),
    trace,
    client: () => (client ??= connect({ signal: io.interruption })),
    connect,
    patience: {
      settleMs: settings.settleMs,
      signal: io.interruption,
      onSettle: (ms) => note(`The answer was lost. Waiting ${ms / 1000} s before looking at what happened…`),
    },
    note,
    warn,
    learn,
    under: (profile) => createInvocation(io, { ...settings, profile }, secrets),
    redact,
    async refuseReadOnly() {
      const { name = '', readOnly } = await invocation.profile();
      if (!readOnly) return;
      const { ReadOnlyProfile } = await import('../profiles/errors.ts');
      throw new ReadOnlyProfile(name);
    },
    mayChange: (extent = 'one') => (allowed ??= mayChange(extent)),
    canAsk: () => settings.mayAsk && someoneIsThere(io),
    questionIo: () => (settings.noColor ? { ...io, env: { ...io.env, NO_COLOR: '1' } } : io),
    async confirm(question) {
      if (settings.yes) return;
      if (!invocation.canAsk()) throw new NotConfirmed(question, false);
      const { confirm } = await import('../terminal/prompts/confirm.ts');
      if (!(await confirm(invocation.questionIo(), question))) throw new NotConfirmed(question, true);
    },
    format() {
      const onTerminal = io.stdout.isTTY === true && settings.out === undefined;
      if (settings.format !== undefined || !onTerminal) return settings.format ?? 'json';
      return formats.find((format) => format === preferredFormat) ?? 'table';
    },
    async close() {
      await Promise.all(clients.map((made) => made.close()));
      debugFile?.close();
      await write(io.stderr, '');
    },
  };
  return invocation;
};
