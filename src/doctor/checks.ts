import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { versions } from 'node:process';
import { version } from '../../package.json';
import { runRecords } from '../bulk/journal/recorded-run.ts';
import { bundleOf } from '../cli/connection.ts';
import type { Invocation } from '../cli/invocation.ts';
import { cacheUsage } from '../feed/cache/cache.ts';
import { parseBaseUrl } from '../network/url.ts';
import { type ActiveProfile, keysFrom } from '../profiles/active-profile.ts';
import { cacheDirectory, configDirectory, stateDirectory } from '../profiles/directories.ts';
import { foreignOrigin } from '../profiles/keys/errors.ts';
import { boundOrigin } from '../profiles/keys/find-key.ts';
import type { Io } from '../terminal/io.ts';
import { colorLevel } from '../terminal/screen.ts';
import { counted } from '../words/counted.ts';
import { resaleLine, runLine, shellWord } from '../words/resale-line.ts';
import { type Check, type CheckResult, ok, warning } from './check.ts';
import { authoritiesOutcome, connectionChecks } from './connection.ts';
import { serviceChecks } from './service.ts';

export async function* checksOf(invocation: Invocation, domain: string | undefined): AsyncGenerator<Check> {
  const { io, settings } = invocation;
  yield { name: 'node', run: () => nodeOutcome(versions.node) };
  yield { name: 'resale', run: () => ok(version) };
  yield { name: 'terminal', run: () => terminalOutcome(io, settings.noColor) };
  // Before anything reads these directories, which closes those that are open to others.
  yield* directoryChecks(io);
  yield { name: 'profile', run: () => profileOutcome(invocation) };
  // A fault of the profile was reported; the service may be known all the same.
  const active = await invocation.profile().catch(() => undefined);
  const url = serviceUrl(invocation, active);
  yield { name: 'authorities', run: () => authoritiesOutcome(bundleOf(io, settings, active), io) };
  yield* connectionChecks(invocation, active, url);
  yield* serviceChecks(invocation, domain);
  yield { name: 'cache', run: () => cacheOutcome(io) };
  yield { name: 'journal', run: () => journalOutcome(runRecords(stateDirectory(io.env)), url?.origin) };
}

const oldest = [20, 19] as const;

export const nodeOutcome = (nodeVersion: string): CheckResult => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const here = `Node ${nodeVersion} on ${process.platform}`;
  return isOld
    ? warning(`${here}, and resale is made for ${oldest.join('.')} or later`, 'Install a later Node.')
    : ok(here);
};

const terminalOutcome = ({ stdout, env }: Io, noColor: boolean): CheckResult => {
  const colours = colorLevel(stdout, env, noColor) > 0 ? 'with colours' : 'without colours';
  return ok(`${stdout.isTTY ? `${stdout.columns ?? 80} columns` : 'none, a pipe or a file'}, ${colours}`);
};

const directories = {
  'config directory': configDirectory,
  'state directory': stateDirectory,
  'cache directory': cacheDirectory,
} as const;

const directoryChecks = ({ env }: Io): Check[] =>
  Object.entries(directories).map(([name, directoryOf]) => ({
    name,
    run: () => directoryOutcome(directoryOf(env)),
  }));

const directoryOutcome = async (path: string): Promise<CheckResult> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.errno === undefined) throw error;
    return error.code ?? 'unknown';
  });
  if (there === 'ENOENT') return ok(`${path}, not there yet`);
  if (typeof there === 'string')
    return warning(
      `${path} can't be looked at (${there})`,
      there === 'ENOTDIR'
        ? 'A part of its path is a file: move that away, or name another directory.'
        : 'Give yourself permission to use it, or name another directory.',
    );
  if (!there.isDirectory())
    return warning(`${path} is not a directory`, 'Move it away, or name another directory.');
  if (!(await canBeWritten(path)))
    return warning(
      `${path} can't be written`,
      'Give yourself permission to use it, or name another directory.',
    );
  const mode = (there.mode & 0o777).toString(8).padStart(4, '0');
  // Windows has no such modes.
  if (process.getuid && (there.mode & 0o077) !== 0)
    return warning(`${path} is open to other users (mode ${mode})`, `Close it: chmod 700 ${shellWord(path)}`);
  return ok(`${path} (mode ${mode})`);
};

const canBeWritten = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/** Which service the active profile calls, where its keys come from, and whether they may go there. */
const profileOutcome = async ({ profile, store }: Invocation): Promise<CheckResult> => {
  const active = await profile();
  const { name, origin, clientId, notices, sources } = active;
  if (name !== undefined && sources.credentials !== 'env') {
    const opened = await store();
    const kept = (await opened.read()).profiles.get(name);
    const own = kept && (await boundOrigin(name, kept, opened));
    if (own !== undefined && own !== origin) throw foreignOrigin(name, own, origin);
  }
  const as = clientId === undefined ? '' : ` as ${clientId}`;
  const found = `${name ?? 'none, since flags and environment give everything'}: ${origin}${as}, keys from ${keysFrom(active)}`;
  return notices.length === 0 ? ok(found) : warning(found, notices.map((notice) => `${notice}.`).join(' '));
};

/** Where the service is; undefined if nothing says so. The base URL may be known although the credentials are missing. */
const serviceUrl = ({ io, settings }: Invocation, active: ActiveProfile | undefined): URL | undefined => {
  try {
    return new URL(active?.baseUrl ?? parseBaseUrl(settings.baseUrl ?? io.env.RESALE_BASE_URL ?? ''));
  } catch {
    return undefined;
  }
};

export type ShownRun = Readonly<Record<string, unknown>>;

const cacheOutcome = async ({ env }: Io): Promise<CheckResult> => {
  const { count, bytes } = await cacheUsage(cacheDirectory(env));
  return ok(count === 0 ? 'no feed is kept' : `${counted(count, 'feed')}, ${(bytes / 1e6).toFixed(1)} MB`);
};

/** What to do about a run in this state. */
const needs = {
  unresolved: { verb: 'resolve', does: 'settle its unknown rows' },
  unfinished: { verb: 'resume', does: 'go on with it' },
  damaged: { verb: 'show', does: 'see what is wrong' },
} as const;

const mostNamed = 3;

export const journalOutcome = async (
  runs: AsyncIterable<ShownRun>,
  origin: string | undefined,
): Promise<CheckResult> => {
  let count = 0;
  let elsewhere = 0;
  const open: (ShownRun & { state: keyof typeof needs })[] = [];
  for await (const run of runs) {
    count += 1;
    if (!isOpen(run)) continue;
    if (run.origin === undefined || run.origin === (origin ?? run.origin)) open.push(run);
    else elsewhere += 1;
  }
  const all = count === 0 ? 'no runs' : counted(count, 'run');
  const others = elsewhere === 0 ? '' : `; ${elsewhere} unfinished at another service`;
  if (open.length === 0) return ok(`${all}${count === 0 ? '' : ', nothing to do'}${others}`);
  const told = open.slice(0, mostNamed);
  const names = [
    ...told.map(({ run, state }) => `${run} is ${state}`),
    ...(open.length > told.length ? [`and ${open.length - told.length} more`] : []),
  ].join(', ');
  return warning(
    `${all}, of which ${open.length} ${open.length === 1 ? 'needs' : 'need'} you: ${names}${others}`,
    [
      ...told.map((run) => {
        const { verb, does } = needs[run.state];
        return `To ${does}: ${runLine(verb, run)}`;
      }),
      ...(open.length > told.length ? [`To see all: ${resaleLine('runs list')}`] : []),
    ].join('\n'),
  );
};

const isOpen = (run: ShownRun): run is ShownRun & { state: keyof typeof needs } =>
  typeof run.state === 'string' && Object.hasOwn(needs, run.state);
