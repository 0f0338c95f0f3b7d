import { versions } from 'node:process';
import { shownRuns } from '../commands/runs/list.ts';
import type { Patient } from '../doctor/examine.ts';
import { parseBaseUrl } from '../network/url.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import { ForeignOrigin, NoCredentials } from '../profiles/keys/errors.ts';
import { boundOrigin } from '../profiles/keys/find-key.ts';
import type { ProfileStore } from '../profiles/store.ts';
import { connectTimeoutMs } from './connection.ts';
import { wordsFor } from './credentials-source.ts';
import type { Invocation } from './invocation.ts';
import { bundleOf, networkOf } from './network.ts';

/** What `resale doctor` examines: the same things that every command uses, each as far as it is there. */
export const patientOf = (invocation: Invocation): Patient => {
  const { io, settings } = invocation;
  // What is wrong with the profile is a finding of its own.
  const profile = (): Promise<ActiveProfile | undefined> => invocation.profile().catch(() => undefined);
  return {
    io,
    nodeVersion: versions.node,
    noColor: settings.noColor,
    profile: () => invocation.profile(),
    refuseForeignKey: async () => refuseForeignKey(await invocation.profile(), await invocation.store()),
    keysFrom: wordsFor,
    url: () => serviceUrl(invocation),
    bundle: async () => bundleOf(io, settings, await profile()),
    network: async () => networkOf(io, settings, await profile()),
    timeoutMs: connectTimeoutMs(settings),
    ask: async (observe) => {
      const client = await invocation.connect({ signal: io.interruption, retry: { maxRetries: 0 }, observe });
      await client.call('listListings', { query: { pageSize: 1 } });
    },
    runs: () => shownRuns(invocation),
  };
};

/** Where the service is, as well as can be told: a base URL is known though there be no credentials for it. */
const serviceUrl = async ({ profile, settings, store, io }: Invocation): Promise<URL | undefined> => {
  try {
    return new URL((await profile()).baseUrl);
  } catch (error) {
    const named = settings.baseUrl ?? io.env.RESALE_BASE_URL;
    if (named) return known(named);
    if (!(error instanceof NoCredentials) || error.profile === undefined) return undefined;
    const kept = (await (await store()).read()).profiles.get(error.profile);
    return kept && known(kept.baseUrl);
  }
};

const known = (text: string): URL | undefined => {
  try {
    return new URL(parseBaseUrl(text));
  } catch {
    return undefined;
  }
};

/** Fails with `ForeignOrigin` where the profile in use would take its own key to another origin than the key's. */
const refuseForeignKey = async (
  { name, origin, sources }: ActiveProfile,
  store: ProfileStore,
): Promise<void> => {
  if (name === undefined || sources.credentials === 'env' || sources.credentials === 'sandbox') return;
  const profile = (await store.read()).profiles.get(name);
  const own = profile && (await boundOrigin(name, profile, store));
  if (own !== undefined && own !== origin) throw new ForeignOrigin(name, own, origin);
};
