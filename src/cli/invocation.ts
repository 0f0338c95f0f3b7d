import type { Patience } from '../changes/patience.ts';
import type { Client } from '../client/client.ts';
import type { Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { ProfileGuards } from '../profiles/guards.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { type Format, formatNames } from '../terminal/formats.ts';
import { type Io, someoneIsThere, write } from '../terminal/io.ts';
import { makeSpinner } from '../terminal/spinner.ts';
import type { CommandLine } from './command-line.ts';
import { type ConnectOptions, connector } from './connection.ts';
import { NotConfirmed } from './errors.ts';
import type { Settings } from './global-flags.ts';
import type { Extent, GuardedChange } from './guard.ts';
import { createVoice, type Voice } from './voice.ts';

/** One run of one command: what it may use, each made when first asked for. */
export interface Invocation extends Omit<Voice, 'close'> {
  readonly io: Io;
  readonly settings: Settings;
  /** The command line as it was typed. */
  readonly line: CommandLine;
  /** The store of profiles. */
  store(): Promise<ProfileStore>;
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
  /** The same under another profile, as if --profile had named it. It is closed together with this one. */
  under(profile: string): Invocation;
  /** Whether someone is there to be asked, and may be. */
  canAsk(): boolean;
  /** What questions are asked on; --no-color holds for them, too. */
  questionIo(): Io;
  /** Goes on only with a yes: from --yes, or from whoever is at the terminal. */
  confirm(question: string): Promise<void>;
  /** The same for a change at the service, which `what` says in a sentence. The guard of a profile asks in its place. */
  confirmChange(what: string, extent?: Extent): Promise<void>;
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

/** `secrets` learns every credential that comes into play, so that no message shows one. */
export const createInvocation = (
  io: Io,
  settings: Settings,
  secrets: Set<string>,
  line: CommandLine,
): Invocation => {
  let store: Promise<ProfileStore> | undefined;
  let profile: Promise<ActiveProfile> | undefined;
  let network: Promise<Network> | undefined;
  let client: Promise<Client> | undefined;
  let guardsFound: Promise<ProfileGuards> | undefined;
  let allowed: Promise<void> | undefined;
  let connect: ReturnType<typeof connector> | undefined;
  const clients: Client[] = [];
  const others: Invocation[] = [];
  let preferredFormat: string | undefined;

  const spinner = makeSpinner(io, { label: 'Waiting for the service', quiet: settings.quiet });
  const voice = createVoice(io, settings, secrets, spinner);
  const { note, warn, learn } = voice;

  const openStore = async (): Promise<ProfileStore> => {
    const [{ configDirectory }, { openProfileStore }] = await Promise.all([
      import('../profiles/directories.ts'),
      import('../profiles/store.ts'),
    ]);
    return openProfileStore(() => configDirectory(io.env));
  };

  const findProfile = async (): Promise<ActiveProfile> => {
    const { activeProfile } = await import('../profiles/active-profile.ts');
    const found = await activeProfile({
      flag: { profile: settings.profile, baseUrl: settings.baseUrl },
      openStore: invocation.store,
      surroundings: io,
    });
    if (found.clientId) learn(found.clientId);
    const told = new Set<string>();
    const tell = (notices: readonly string[]): void => {
      for (const notice of notices) if (!told.has(notice)) warn(notice);
      for (const notice of notices) told.add(notice);
    };
    tell(found.notices);
    preferredFormat = found.output;
    return {
      ...found,
      async credentials() {
        const credentials = await found.credentials();
        // The file of the keys is looked at only now.
        if (store) tell((await store).notices);
        learn(credentials.apiKey);
        return credentials;
      },
    };
  };

  const findGuards = async (): Promise<ProfileGuards> => {
    const { guardsOf } = await import('../profiles/guards.ts');
    return guardsOf(await invocation.profile(), io.env, invocation.store);
  };

  const guards = (): Promise<ProfileGuards> => (guardsFound ??= findGuards());

  const mayChange = async (change: GuardedChange): Promise<void> => {
    await invocation.refuseReadOnly();
    const { protected: name } = await guards();
    if (name === undefined) return;
    const { guard } = await import('./guard.ts');
    await guard(name, await invocation.profile(), change, invocation);
  };

  const allow = (change: GuardedChange): Promise<void> =>
    (allowed ??= spinner.aside(() => mayChange(change)));

  const findNetwork = async (): Promise<Network> => {
    const found = await invocation.profile();
    const { networkOf } = await import('./network.ts');
    const made = await networkOf(io, settings, found);
    for (const secret of made.proxyFor(new URL(found.baseUrl))?.secrets ?? []) secrets.add(secret);
    return made;
  };

  const invocation: Invocation = {
    ...voice,
    io,
    settings,
    line,
    store: () => (store ??= openStore()),
    profile: () => (profile ??= findProfile()),
    network: () => (network ??= findNetwork()),
    client: () => (client ??= invocation.connect({ signal: io.interruption })),
    async connect(options) {
      connect ??= connector(invocation, spinner);
      const made = await connect(options);
      clients.push(made);
      return made;
    },
    patience: {
      settleMs: settings.settleMs,
      signal: io.interruption,
      onSettle: (ms) => note(`The answer was lost. Waiting ${ms / 1000} s before looking at what happened…`),
    },
    under(profile) {
      const other = createInvocation(io, { ...settings, profile }, secrets, line);
      others.push(other);
      return other;
    },
    async refuseReadOnly() {
      const { readOnly } = await guards();
      if (readOnly === undefined) return;
      const { ReadOnlyProfile } = await import('../profiles/errors.ts');
      throw new ReadOnlyProfile(readOnly);
    },
    mayChange: (extent = 'one') => allow({ extent }),
    canAsk: () => settings.mayAsk && someoneIsThere(io),
    questionIo: () => (settings.noColor ? { ...io, env: { ...io.env, NO_COLOR: '1' } } : io),
    async confirm(question) {
      if (settings.yes) return;
      if (!invocation.canAsk()) throw new NotConfirmed(question, false);
      const { confirm } = await import('../terminal/prompts/confirm.ts');
      if (!(await confirm(invocation.questionIo(), question))) throw new NotConfirmed(question, true);
    },
    async confirmChange(what, extent = 'one') {
      const wasAllowed = allowed !== undefined;
      await allow({ extent, what });
      const { protected: name } = await guards();
      // A yes to one change is none to the next.
      if (name === undefined || wasAllowed) await invocation.confirm(`${what} Go on?`);
    },
    format() {
      const onTerminal = io.stdout.isTTY === true && settings.out === undefined;
      if (settings.format !== undefined || !onTerminal) return settings.format ?? 'json';
      return formatNames.find((format) => format === preferredFormat) ?? 'table';
    },
    async close() {
      await Promise.all([...clients, ...others].map((made) => made.close()));
      voice.close();
      await write(io.stderr, '');
    },
  };
  return invocation;
};
