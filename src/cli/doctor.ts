import { versions } from 'node:process';
import type { Finding } from '../doctor/check.ts';
import type { Patient } from '../doctor/checks.ts';
import { Deployment } from '../doctor/fit/deployment.ts';
import type { Fit } from '../doctor/fit/fit.ts';
import { stateDirectory } from '../profiles/directories.ts';
import { sandboxProfile } from '../profiles/sandbox-profile.ts';
import type { Invocation } from './invocation.ts';
import { bundleOf, connectTimeoutMs, networkOf } from './network.ts';
import { version } from './version.ts';

/** What is examined: the same profile, network and requests that every command would use. */
export const patientOf = async (invocation: Invocation, domain: string | undefined): Promise<Patient> => {
  const { runRecords } = await import('../bulk/journal/recorded-run.ts');
  const { io, settings } = invocation;
  return {
    io,
    nodeVersion: versions.node,
    version,
    noColor: settings.noColor,
    profile: invocation.profile,
    store: invocation.store,
    givenBaseUrl: settings.baseUrl ?? io.env.RESALE_BASE_URL,
    bundle: (profile) => bundleOf(io, settings, profile),
    network: (profile) => networkOf(io, settings, profile),
    timeoutMs: connectTimeoutMs(settings),
    fit: (observe) => fitOf(invocation, domain, observe),
    runs: () => runRecords(stateDirectory(io.env)),
  };
};

const fitOf = async (
  invocation: Invocation,
  domain: string | undefined,
  observe: Parameters<Patient['fit']>[0],
): Promise<Fit> => {
  const { io, redact, here } = invocation;
  const { dialect = {}, name, sources } = await invocation.profile();
  const isKept = sources.baseUrl === 'profile' && name !== sandboxProfile.name;
  return {
    domain,
    here,
    profile: isKept ? name : undefined,
    deployment: new Deployment({
      dialect,
      redact,
      // Each read is one request, and whatever becomes of it is told.
      connect: (spoken) =>
        invocation.connect({ signal: io.interruption, dialect: spoken, retry: { maxRetries: 0 }, observe }),
    }),
    async products(askLink) {
      const [{ firstProducts }, { feedOptions }, { showDownload }] = await Promise.all([
        import('../feed/first-products.ts'),
        import('./feed/options.ts'),
        import('./feed/progress.ts'),
      ]);
      const { observe: show, stop } = showDownload(invocation, true);
      try {
        const options = await feedOptions(invocation, 'refresh', show);
        return await firstProducts({ ...options, ask: async () => ({ url: await askLink() }) });
      } finally {
        stop();
      }
    },
  };
};

/** Findings without credentials. A check that was interrupted has found nothing. */
export async function* shownFindings(
  { io, redact }: Invocation,
  findings: AsyncIterable<Finding>,
): AsyncGenerator<Finding> {
  const masked = (text: string | undefined) => (text === undefined ? undefined : redact(text));
  for await (const finding of findings) {
    io.interruption.throwIfAborted();
    const { found, tried, advice } = finding;
    yield { ...finding, found: redact(found), tried: masked(tried), advice: masked(advice) };
  }
}
