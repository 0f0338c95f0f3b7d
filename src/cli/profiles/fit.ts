import type { Client } from '../../client/client.ts';
import type { PreviewedRequest } from '../../client/request.ts';
import type { Finding } from '../../doctor/finding.ts';
import { storeDomain } from '../../flags/service-kinds.ts';
import { toggle } from '../../flags/value-kinds.ts';
import { a } from '../../json/schema.ts';
import { ReservedProfile } from '../../profiles/errors.ts';
import { refuseReserved } from '../../profiles/profile-names.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import type { Drawing } from '../../terminal/drawing.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { withSettings } from './setting.ts';

/** The flags of commands that find out whether a deployment is as the profile's dialect says. */
export const fitFlags = {
  domain: storeDomain('Domain of a store to look up (default: where the products of the feed are)'),
  apply: toggle("Write the names that were found to the profile's dialect"),
};

export const findingColumns: readonly Column[] = [
  { field: 'check', title: 'CHECK' },
  { field: 'status', title: 'STATUS', holds: a.oneOf(['ok', 'warning', 'failed', 'skipped']) },
  { field: 'tried', title: 'TRIED', holds: a.orNull(a.text) },
  { field: 'found', title: 'FOUND' },
  { field: 'advice', title: 'WHAT TO DO', holds: a.orNull(a.text) },
  { field: 'set', title: 'SET', holds: a.orNull(a.mapOf(a.text)) },
];

/** A finding as a record. */
export const findingRecord = ({ check, status, tried, found, advice, set }: Finding): Shown => ({
  check,
  status,
  tried: tried ?? null,
  found,
  advice: advice ?? null,
  set: set ?? null,
});

/** The requests that are certain to be made. */
export const fitRequests = (client: Client, domain: string | undefined): PreviewedRequest[] => [
  client.preview('listListings', { query: { pageSize: 1 } }),
  client.preview('getFeedLink', {}),
  ...(domain === undefined
    ? []
    : [
        client.preview('getShops', {
          query: { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: domain },
        }),
      ]),
];

/** Fails if there is no profile that --apply could write to. Called before anything is sent. */
export const refuseUnlessKept = async (invocation: Invocation): Promise<string> => {
  const { name, baseUrl } = await invocation.profile();
  if (name === undefined)
    throw new UsageError(
      '--apply needs a profile to write to, but everything here comes from flags and the environment',
    );
  refuseReserved(name);
  const kept = (await (await invocation.store()).read()).profiles.get(name);
  if (kept?.baseUrl !== baseUrl)
    throw new UsageError(
      `--apply writes to the profile ${name}, whose base URL is ${kept?.baseUrl}, not ${baseUrl}`,
      'Leave out --base-url, and unset RESALE_BASE_URL.',
    );
  return name;
};

/**
 * Findings as they are made, fit to be shown. Each is kept in `kept`; if a profile is named in `keptIn`, what they found is
 * written to it at the end.
 */
export async function* shownFindings(
  invocation: Invocation,
  findings: AsyncIterable<Finding>,
  kept: Finding[],
  keptIn: string | undefined,
): AsyncGenerator<Finding> {
  for await (const finding of findings) {
    // A check that was interrupted has found nothing.
    invocation.io.interruption.throwIfAborted();
    kept.push(finding);
    yield await shownFinding(invocation, finding);
  }
  if (keptIn !== undefined) await applyDialect(invocation, keptIn, kept);
}

/** Findings on a screen, one after the other, and at the end how many there are of each kind. */
export async function* drawnFindings(
  { io }: Invocation,
  drawing: Drawing,
  findings: AsyncIterable<Finding>,
): AsyncGenerator<string> {
  const { findingCounts, findingLines } = await import('../../doctor/screen.ts');
  const all: Finding[] = [];
  for await (const finding of findings) {
    all.push(finding);
    yield findingLines(finding, drawing, io.env);
  }
  yield `${findingCounts(all)}\n`;
}

/** A finding without credentials, and with the line that sets what it found. */
const shownFinding = async (invocation: Invocation, finding: Finding): Promise<Finding> => {
  const { redact } = invocation;
  const { check, found, tried, set } = finding;
  const advice = check === 'dialect' && set ? await settingAdvice(invocation, set) : finding.advice;
  return {
    ...finding,
    found: redact(found),
    tried: tried === undefined ? undefined : redact(tried),
    advice: advice === undefined ? undefined : redact(advice),
  };
};

/** How to set what was found: if --apply can't, no profile is known to be this service's. */
const settingAdvice = async (invocation: Invocation, set: NonNullable<Finding['set']>): Promise<string> => {
  const name = await refuseUnlessKept(invocation).catch((error: unknown) => {
    if (error instanceof UsageError || error instanceof ReservedProfile) return undefined;
    throw error;
  });
  const pairs = Object.entries(set).map((pair) => pair.join('='));
  const line = resaleLine('profiles set', [name ?? 'NAME', ...pairs]);
  return name === undefined
    ? `Set it in a profile for this service: ${line}`
    : `Set it with --apply, or: ${line}`;
};

/** Writes what the last of the findings names to the dialect of a profile, and says so. */
const applyDialect = async (
  invocation: Invocation,
  name: string,
  findings: readonly Finding[],
): Promise<void> => {
  const { set = {} } = findings.find(({ check }) => check === 'dialect') ?? {};
  const typed = Object.entries(set).map(([setting, text]) => ({ name: setting, text, shownAs: setting }));
  if (typed.length === 0) return invocation.warn(`Nothing was found to set in the profile ${name}.`);
  await (await invocation.store()).edit(name, (profile) => {
    const { profile: changed, faults } = withSettings(profile, typed, invocation.io.cwd);
    if (faults.length > 0) throw new UsageError(faults);
    return changed;
  });
  const written = Object.entries(set).map((pair) => pair.join('='));
  invocation.warn(`Written to the profile ${name}: ${written.join(', ')}`);
};
