import { versions } from 'node:process';
import { command } from '../cli/command.ts';
import { tellIfCorrected } from '../cli/corrected.ts';
import { changesMachine, readsService } from '../cli/effects.ts';
import type { Invocation } from '../cli/invocation.ts';
import { bundleOf, connectTimeoutMs, networkOf } from '../cli/network.ts';
import { previewed } from '../cli/preview.ts';
import {
  drawnFindings,
  findingColumns,
  findingRecord,
  fitFlags,
  fitRequests,
  refuseUnlessKept,
  shownFindings,
} from '../cli/profiles/fit.ts';
import { version } from '../cli/version.ts';
import { unhealthy } from '../doctor/errors.ts';
import type { Patient } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { stateDirectory } from '../profiles/directories.ts';
import { formats } from '../terminal/formats.ts';

const cheapest = { query: { pageSize: 1 } };

export const doctor = command({
  details:
    'Checks this machine, the active profile, the connection to the service, whether the deployment is as its dialect says (as `profiles check --deep` does), and what earlier runs left. Without --apply it only reads: eight or nine requests if all is well, and the beginning of the feed. For each check it says what it found and what to do. The exit code is that of the first check that failed; warnings alone are 0.',
  effect: readsService,
  effectWith: { '--apply': changesMachine },
  arguments: {},
  flags: fitFlags,
  examples: [
    { does: 'Check everything', line: 'resale doctor' },
    {
      does: 'Show only what needs attention',
      line: 'resale doctor --jq \'.[] | select(.status == "failed" or .status == "warning")\'',
    },
    { does: 'Correct the names of the dialect', line: 'resale doctor --profile live --apply' },
    { does: 'Another profile', line: 'resale doctor --profile sandbox' },
  ],
  columns: findingColumns,
  shape: () => 'records',
  async run(invocation, { flags: { domain, apply } }) {
    if (invocation.settings.dryRun)
      return previewed(fitRequests(await invocation.client(), domain), invocation.settings);
    tellIfCorrected(invocation, invocation.line.flags.domain, domain);
    const { examine } = await import('../doctor/examine.ts');
    const keptIn = apply ? await refuseUnlessKept(invocation) : undefined;
    const patient = await patientOf(invocation, domain);
    const findings: Finding[] = [];
    const examined = shownFindings(invocation, examine(patient), findings, keptIn);
    const problem = () => unhealthy(findings);
    const { fields, jq } = invocation.settings;
    if (formats[invocation.format()].isDrawn && (fields ?? jq) === undefined)
      return { kind: 'screen', draw: (drawing) => drawnFindings(invocation, drawing, examined), problem };
    const records = async function* () {
      for await (const finding of examined) yield findingRecord(finding);
    };
    return { kind: 'records', records: records(), columns: findingColumns, problem };
  },
});

/** What is examined: the same profile, network and request that every command would use. */
const patientOf = async (invocation: Invocation, domain: string | undefined): Promise<Patient> => {
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
    ask: async (observe) => {
      const client = await invocation.connect({ signal: io.interruption, retry: { maxRetries: 0 }, observe });
      await client.call('listListings', cheapest);
    },
    async *fit() {
      const { examineFit } = await import('../cli/profiles/fit-service.ts');
      yield* examineFit(invocation, domain);
    },
    runs: () => runRecords(stateDirectory(io.env)),
  };
};
