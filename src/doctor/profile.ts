import type { Invocation } from '../cli/invocation.ts';
import { parseBaseUrl } from '../network/url.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import { foreignOrigin } from '../profiles/keys/errors.ts';
import { boundOrigin } from '../profiles/keys/find-key.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { keysFrom } from '../profiles/where-from.ts';
import { type CheckResult, ok, warning } from './check.ts';

/** Which service the active profile calls, where its keys come from, and whether they may go there. */
export const profileOutcome = async ({ profile, store }: Invocation): Promise<CheckResult> => {
  const active = await profile();
  await refuseForeignKey(active, store);
  const { name = 'none, since flags and environment give everything', origin, clientId, notices } = active;
  const as = clientId === undefined ? '' : ` as ${clientId}`;
  const told = `${name}: ${origin}${as}, keys from ${keysFrom(active)}`;
  return notices.length === 0 ? ok(told) : warning(told, notices.map((notice) => `${notice}.`).join(' '));
};

const refuseForeignKey = async (
  { name, origin, sources }: ActiveProfile,
  openStore: () => Promise<ProfileStore>,
): Promise<void> => {
  if (name === undefined || sources.credentials === 'env' || sources.credentials === 'sandbox') return;
  const store = await openStore();
  const profile = (await store.read()).profiles.get(name);
  const own = profile && (await boundOrigin(name, profile, store));
  if (own !== undefined && own !== origin) throw foreignOrigin(name, own, origin);
};

/** Where the service is; undefined if nothing says so. The base URL may be known although the credentials are missing. */
export const serviceUrl = (
  { io, settings }: Invocation,
  active: ActiveProfile | undefined,
): URL | undefined => {
  try {
    return new URL(active?.baseUrl ?? parseBaseUrl(settings.baseUrl ?? io.env.RESALE_BASE_URL ?? ''));
  } catch {
    return undefined;
  }
};
