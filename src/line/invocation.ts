import { OwnChanges } from '../changes/own-changes.ts';
import type { SettleOptions } from '../changes/settling.ts';
import type { RateLimiter } from '../http/rate/rate-limiter.ts';
import { type ActiveProfile, activeProfile } from '../profiles/active-profile.ts';
import { configDirectory } from '../profiles/directories.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { type Format, formats, textFormatNames } from '../terminal/formats.ts';
import { type Io, write } from '../terminal/io.ts';
import { makeSpinner } from '../terminal/progress.ts';
import type { Result } from '../terminal/results.ts';
import { linesHere, type MakeLine } from '../words/resale-line.ts';
import type { CommandLine } from './command-line.ts';
import { type Connections, createConnections } from './connections.ts';
import type { Settings } from './global-flags.ts';
import { createLogger, type Logger } from './logger.ts';
import { createPermission, type Permission } from './permission.ts';

/** Everything that one execution of a command may use, each created on first use. */
export interface Invocation extends Logger, Permission, Connections {
  readonly io: Io;
  readonly settings: Settings;
  readonly line: CommandLine;
  /** Makes a command line for the same service and keys. */
  here: MakeLine;
  store(): Promise<ProfileStore>;
  profile(): Promise<ActiveProfile>;
  /**
   * The same invocation with another profile, as --profile would select it; both are closed together. With `alone`, flags and
   * environment do not override the profile, and these settings replace the flags.
   */
  under(profile: string, alone?: Partial<Settings>): Invocation;
  /** Runs another command line in this process, as the whole tool does. Returns its exit code. */
  run(argv: readonly string[], io: Io): Promise<number>;
  /** Prints an answer before the end of the command: a conversation may have several. */
  show: (result: Result) => Promise<void>;
  settling: SettleOptions;
  /** The output format: the requested one, else on a terminal the profile's or a table, else JSON. */
  format(): Format;
}

/** An invocation together with its end, which is not for commands to call. */
interface OpenInvocation extends Invocation {
  close(): Promise<void>;
}

/** For completion, which runs no command and prints no result. */
const noOther = (): Promise<never> => Promise.reject(new Error('no command runs here'));

/** `secrets` collects every credential in use, so that messages can mask it. */
export const createInvocation = (
  io: Io,
  settings: Settings,
  secrets: Set<string>,
  line: CommandLine,
  run: Invocation['run'] = noOther,
  limiters = new Map<string, RateLimiter>(),
): OpenInvocation => {
  let openedStore: Promise<ProfileStore> | undefined;
  let foundProfile: Promise<ActiveProfile> | undefined;
  let preferredFormat: string | undefined;
  const others: OpenInvocation[] = [];

  const openStore = async (): Promise<ProfileStore> => {
    const { ProfileStore } = await import('../profiles/store.ts');
    return new ProfileStore(() => configDirectory(io.env));
  };
  const store = (): Promise<ProfileStore> => (openedStore ??= openStore());

  const findProfile = async (): Promise<ActiveProfile> => {
    const found = await activeProfile({
      flag: { profile: settings.profile, baseUrl: settings.baseUrl },
      openStore: store,
      surroundings: io,
    });
    for (const notice of found.notices) logger.warn(notice);
    preferredFormat = found.output;
    return {
      ...found,
      async credentials() {
        const credentials = await found.credentials();
        logger.learn(credentials.apiKey.reveal());
        return credentials;
      },
    };
  };
  const profile = (): Promise<ActiveProfile> => (foundProfile ??= findProfile());

  // A table in a pipe usually goes to a pager, which draws on the same terminal.
  const isPaged =
    settings.format !== undefined && formats[settings.format].isDrawn && io.stdout.isTTY !== true;
  const wait = makeSpinner(io, { label: 'Waiting for the service', quiet: settings.quiet || isPaged });
  const logger = createLogger(io, settings, secrets, line);
  const permission = createPermission(io, settings, { profile, store }, line, logger.redact);
  const { close: closeConnections, ...connections } = createConnections({
    io,
    settings,
    logger,
    profile,
    wait,
    limiters,
    mayChange: permission.mayChange,
  });

  return {
    ...logger,
    ...permission,
    ...connections,
    io,
    settings,
    line,
    run,
    show: noOther,
    store,
    profile,
    here: linesHere(line.globals),
    under(name, alone) {
      const { RESALE_BASE_URL: _url, RESALE_CLIENT_ID: _id, RESALE_API_KEY: _key, ...env } = io.env;
      const own = { ...settings, profile: name, ...(alone && { baseUrl: undefined, ...alone }) };
      const other = createInvocation(alone ? { ...io, env } : io, own, secrets, line, run, limiters);
      others.push(other);
      return other;
    },
    settling: {
      settleMs: settings.settleMs,
      clock: io.clock,
      signal: io.interruption,
      own: new OwnChanges(io.clock),
      onSettle: (ms) =>
        logger.note(`The answer was lost. Waiting ${ms / 1000} s before checking what happened…`),
    },
    format() {
      const onTerminal = io.stdout.isTTY === true && settings.out === undefined;
      if (settings.format !== undefined || !onTerminal) return settings.format ?? 'json';
      return textFormatNames.find((format) => format === preferredFormat) ?? 'table';
    },
    async close() {
      await Promise.all([closeConnections(), ...others.map((other) => other.close())]);
      await write(io.stderr, '');
    },
  };
};
