import type { Client } from '../client/client.ts';
import type { Patience } from '../inventory/read.ts';
import type { ActiveProfile } from '../profiles/active.ts';
import type { Store } from '../profiles/store.ts';
import { type Format, formats } from '../terminal/formats.ts';
import { type Io, someoneIsThere, write } from '../terminal/io.ts';
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
  /** How a change that was not confirmed is treated. */
  patience: Patience;
  /** Tells a person on stderr what goes on. Not with --quiet, and not where errors are JSON, for programs. */
  note(text: string): void;
  /** Says on stderr what a script should have in its log, too; not with --quiet. */
  warn(text: string): void;
  /** Goes on only with a yes: from --yes, or from whoever is at the terminal. */
  confirm(question: string): Promise<void>;
  /** How results are printed: as asked for, as the profile prefers on a terminal, else a table there and JSON elsewhere. */
  format(): Format;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;

/** `secrets` learns every credential that comes into play, so that no message shows one. */
export const createInvocation = (io: Io, settings: Settings, secrets: Set<string>): Invocation => {
  let store: Promise<Store> | undefined;
  let profile: Promise<ActiveProfile> | undefined;
  let client: Promise<Client> | undefined;
  let preferredFormat: string | undefined;

  const warn = (text: string): void => {
    if (!settings.quiet) io.stderr.write(`${text}\n`);
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

  const connect = async (): Promise<Client> => {
    const { baseUrl, credentials } = await invocation.profile();
    const { createClient } = await import('../client/client.ts');
    const { observer } = await import('./trace.ts');
    return createClient({
      baseUrl,
      credentials: { clientId: credentials.clientId.reveal(), apiKey: credentials.apiKey.reveal() },
      timeouts: { connectMs: Math.min(connectTimeoutMs, settings.timeoutMs), callMs: settings.timeoutMs },
      retry: { maxRetries: settings.maxRetries, maxWaitMs: settings.maxWaitMs },
      userAgent: `resale/${version}`,
      signal: io.interruption,
      observe: observer(settings, warn, (text) => io.stderr.write(text), secrets),
    });
  };

  const invocation: Invocation = {
    io,
    settings,
    store: () => (store ??= openStore()),
    profile: () => (profile ??= findProfile()),
    client: () => (client ??= connect()),
    patience: {
      settleMs: settings.settleMs,
      signal: io.interruption,
      onSettle: (ms) => note(`The answer was lost. Waiting ${ms / 1000} s before looking at what happened…`),
    },
    note,
    warn,
    async confirm(question) {
      if (settings.yes) return;
      if (!settings.mayAsk || !someoneIsThere(io)) throw new NotConfirmed(question, false);
      const { confirm } = await import('../terminal/prompts/confirm.ts');
      if (!(await confirm(io, question))) throw new NotConfirmed(question, true);
    },
    format() {
      const onTerminal = io.stdout.isTTY === true && settings.out === undefined;
      if (settings.format !== undefined || !onTerminal) return settings.format ?? 'json';
      return formats.find((format) => format === preferredFormat) ?? 'table';
    },
    async close() {
      await (await client?.catch(() => undefined))?.close();
      await write(io.stderr, '');
    },
  };
  return invocation;
};
