import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { versions } from 'node:process';
import { version } from '../../package.json';
import { ifMissing, systemReason } from '../files/file-error.ts';
import { parseBaseUrl } from '../http/connection/url.ts';
import { bundleOf } from '../line/connections.ts';
import type { Invocation } from '../line/invocation.ts';
import { type ActiveProfile, keysFrom } from '../profiles/active-profile.ts';
import { cacheDirectory, configDirectory, stateDirectory } from '../profiles/directories.ts';
import { runRecords } from '../runs/run-records.ts';
import type { Shown } from '../terminal/columns.ts';
import type { Io } from '../terminal/io.ts';
import { colorLevel } from '../terminal/screen.ts';
import { proposal } from '../words/advice.ts';
import { counted } from '../words/counted.ts';
import { resaleLine, shellWord } from '../words/resale-line.ts';
import { authoritiesOutcome, connectionChecks } from './connection-checks.ts';
import { type Check, type CheckResult, ok, warning } from './examine.ts';
import type { ReadProducts } from './fit/reads.ts';
import { serviceChecks } from './service-checks.ts';

export async function* checksOf(
  invocation: Invocation,
  domain: string | undefined,
  readProducts: ReadProducts,
): AsyncGenerator<Check> {
  const { io, settings } = invocation;
  yield { name: 'node', run: () => nodeOutcome(versions.node) };
  yield { name: 'resale', run: () => ok(version) };
  yield { name: 'terminal', run: () => terminalOutcome(io, settings.noColor) };
  // First, since any access to these directories closes them to others.
  yield* directoryChecks(io);
  yield { name: 'profile', run: () => profileOutcome(invocation) };
  // A fault of the profile is already reported; the service may be known anyway.
  const active = await invocation.profile().catch(() => undefined);
  const url = serviceUrl(invocation, active);
  yield { name: 'authorities', run: () => authoritiesOutcome(bundleOf(io, settings, active), io) };
  yield* connectionChecks(invocation, active, url);
  yield* serviceChecks(invocation, domain, readProducts);
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
  try {
    // The dot fails for a file in place of the directory.
    await access(`${path}/.`, constants.W_OK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? missingOutcome(path, dirname(path))
      : unusableOutcome(path, "can't be used", error);
  }
  const { mode } = await stat(path);
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  // Windows has no such modes.
  if (process.getuid && (mode & 0o077) !== 0)
    return warning(
      `${path} is open to other users (mode ${shown})`,
      `Close it: chmod 700 ${shellWord(path)}`,
    );
  return ok(`${path} (mode ${shown})`);
};

/** Tries to create a folder in the nearest existing parent: modes don't tell, since root passes them all. */
const missingOutcome = async (path: string, above: string): Promise<CheckResult> => {
  try {
    await rmdir(await mkdtemp(join(above, '.resale-')));
    return ok(`${path}, not there yet`);
  } catch (error) {
    const isMissing = (await stat(above).catch(ifMissing(undefined))) === undefined;
    return isMissing
      ? missingOutcome(path, dirname(above))
      : unusableOutcome(path, `is not there and can't be made in ${above}`, error);
  }
};

const unusableOutcome = (path: string, problem: string, error: unknown): CheckResult => {
  const reason = systemReason(error);
  if (reason === undefined) throw error;
  return warning(
    `${path} ${problem}: ${reason}`,
    'Give yourself permission, move away what stands there, or name another directory.',
  );
};

/** The service of the active profile, and the source of its keys. */
const profileOutcome = async ({ profile }: Invocation): Promise<CheckResult> => {
  const active = await profile();
  const { name, baseUrl, clientId, notices } = active;
  const as = clientId === undefined ? '' : ` as ${clientId}`;
  const found = `${name ?? 'none, since flags and environment give everything'}: ${baseUrl}${as}, keys from ${keysFrom(active)}`;
  return notices.length === 0 ? ok(found) : warning(found, notices.map((notice) => `${notice}.`).join(' '));
};

/** The URL of the service, if it is known, even without credentials. */
const serviceUrl = ({ io, settings }: Invocation, active: ActiveProfile | undefined): URL | undefined => {
  try {
    return new URL(active?.baseUrl ?? parseBaseUrl(settings.baseUrl ?? io.env.RESALE_BASE_URL ?? ''));
  } catch {
    return undefined;
  }
};

/** The states in which a run needs a person. */
const openStates: readonly unknown[] = ['unresolved', 'unfinished', 'damaged'];

export const journalOutcome = async (
  runs: AsyncIterable<Shown>,
  origin: string | undefined,
): Promise<CheckResult> => {
  let [count, open, elsewhere] = [0, 0, 0];
  for await (const run of runs) {
    count += 1;
    if (!openStates.includes(run.state)) continue;
    if ((run.origin ?? origin) === (origin ?? run.origin)) open += 1;
    else elsewhere += 1;
  }
  const all = count === 0 ? 'no runs' : counted(count, 'run');
  const needs = (one: number) => `${one} ${one === 1 ? 'needs' : 'need'} you`;
  const others = elsewhere === 0 ? '' : `; at another service, ${needs(elsewhere)}`;
  if (open === 0) return ok(`${all}${count === 0 ? '' : ', nothing to do'}${others}`);
  return warning(
    `${all}, of which ${needs(open)}${others}`,
    proposal('To see which:', resaleLine('runs list')),
  );
};
