import type { Client, ClientEvent } from '../client/client.ts';
import type { RetryPolicy } from '../client/retry.ts';
import type { Patience } from '../inventory/unconfirmed.ts';
import type { ActiveProfile } from '../profiles/active.ts';
import type { Store } from '../profiles/store.ts';
import { type Format, formats } from '../terminal/formats.ts';
import { harmlessLines } from '../terminal/harmless.ts';
import { type Io, someoneIsThere, write } from '../terminal/io.ts';
import { redactor } from '../terminal/redact.ts';
import { version } from '../version.ts';
import { NotConfirmed } from './errors.ts';
import type { Settings } from './global-flags.ts';

/** One run of one command: what it may use, each made when first asked for. */
export interface Invocation {
  readonly io: Io;
  readonly settings: Settings;
  /** The store of profiles. */
  store(): Promise<Store>;
  /** The profile that holds, with its credentials. */
  profile(): Promise<ActiveProfile>;
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
  /** A text that may quote the service, without the credentials in it. */
  redact(text: string): string;
  /** Whether someone is there to be asked, and may be. */
  canAsk(): boolean;
  /** What questions are asked on; --no-color holds for them, too. */
  questionIo(): Io;
  /** Goes on only with a yes: from --yes, or from whoever is at the terminal. */
  confirm(question: string): Promise<void>;
  /** How results are printed: as asked for, as the profile prefers on a terminal, else a table there and JSON elsewhere. */
  format(): Format;
  close(): Promise<void>;
}

/** What a connection of its own may differ in. */
export interface ConnectOptions {
  signal: AbortSignal;
  connections?: number;
  retry?: Partial<RetryPolicy>;
  observe?: (event: ClientEvent) => void;
}

const connectTimeoutMs = 10_000;

/** `secrets` learns every credential that comes into play, so that no message shows one. */
export const createInvocation = (io: Io, settings: Settings, secrets: Set<string>): Invocation => {
  let store: Promise<Store> | undefined;
  let profile: Promise<ActiveProfile> | undefined;
  let client: Promise<Client> | undefined;
  const clients: Client[] = [];
  let preferredFormat: string | undefined;

  const redact = (text: string): string => redactor([...secrets])(text);
  const say = (text: string): void => {
    io.stderr.write(`${harmlessLines(redact(text))}\n`);
  };
  const warn = (text: string): void => {
    if (!settings.quiet) say(text);
  };
  const note = (text: string): void => {
    if (io.stderr.isTTY) warn(text);
  };

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
      env: io.env,
      store: await invocation.store(),
    });
    for (const secret of Object.values(found.credentials)) secrets.add(secret.reveal());
    for (const notice of found.notices) warn(notice);
    preferredFormat = found.output;
    return found;
  };

  const connect = async ({ signal, connections, retry, observe }: ConnectOptions): Promise<Client> => {
    const { baseUrl, credentials } = await invocation.profile();
    const { createClient } = await import('../client/client.ts');
    const { observer } = await import('./trace.ts');
    const trace = observer(settings, warn, say);
    const made = createClient({
      baseUrl,
      credentials: { clientId: credentials.clientId.reveal(), apiKey: credentials.apiKey.reveal() },
      timeouts: { connectMs: Math.min(connectTimeoutMs, settings.timeoutMs), callMs: settings.timeoutMs },
      retry: { maxRetries: settings.maxRetries, maxWaitMs: settings.maxWaitMs, ...retry },
      userAgent: `resale/${version}`,
      signal,
      ...(connections === undefined ? {} : { connections }),
      observe: (event) => {
        // Who watches a connection of its own tells of waits itself.
        if (!observe || event.kind !== 'wait' || settings.debug) trace(event);
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
    client: () => (client ??= connect({ signal: io.interruption })),
    connect,
    patience: {
      settleMs: settings.settleMs,
      signal: io.interruption,
      onSettle: (ms) => note(`The answer was lost. Waiting ${ms / 1000} s before looking at what happened…`),
    },
    note,
    warn,
    redact,
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
      await write(io.stderr, '');
    },
  };
  return invocation;
};
