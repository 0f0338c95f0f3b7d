import { versions } from 'node:process';
import { command } from '../cli/command.ts';
import { bundleOf, connectTimeoutMs, keysFrom, networkOf } from '../cli/connection.ts';
import type { Invocation } from '../cli/invocation.ts';
import { previewed } from '../cli/preview.ts';
import { version } from '../cli/version.ts';
import { Unhealthy } from '../doctor/errors.ts';
import type { Patient } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { findingCounts, findingLines } from '../doctor/screen.ts';
import { stateDirectory } from '../profiles/directories.ts';
import type { Column } from '../terminal/columns.ts';
import { formats } from '../terminal/formats.ts';

const columns: readonly Column[] = [
  { field: 'check', title: 'CHECK' },
  { field: 'status', title: 'STATUS' },
  { field: 'found', title: 'FOUND' },
  { field: 'advice', title: 'WHAT TO DO' },
];

const cheapest = { query: { pageSize: 1 } };

export const doctor = command({
  details:
    'Checks this machine, the active profile, the connection to the service, and what earlier runs left, and makes one request that changes nothing. For each it says what it found and what to do. The exit code is that of the first check that failed; warnings alone are 0.',
  arguments: {},
  flags: {},
  examples: [
    { does: 'Check everything', line: 'resale doctor' },
    {
      does: 'Show only what needs attention',
      line: 'resale doctor --jq \'.[] | select(.status == "failed" or .status == "warning")\'',
    },
    { does: 'Another profile', line: 'resale doctor --profile sandbox' },
  ],
  columns,
  async run(invocation) {
    if (invocation.settings.dryRun)
      return previewed([(await invocation.client()).preview('listListings', cheapest)], invocation.settings);
    const { examine } = await import('../doctor/examine.ts');
    const patient = await patientOf(invocation);
    const findings: Finding[] = [];
    const examined = async function* () {
      for await (const finding of examine(patient)) {
        // A check that was interrupted has found nothing.
        invocation.io.interruption.throwIfAborted();
        findings.push(finding);
        yield { ...finding, found: invocation.redact(finding.found) };
      }
    };
    const problem = () => {
      const failed = findings.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? undefined
        : new Unhealthy(
            failed.map(({ check }) => check),
            failed[0]?.error,
          );
    };
    if (!formats[invocation.format()].isDrawn || invocation.settings.fields !== undefined)
      return { kind: 'records', records: shown(examined()), columns, problem };
    return {
      kind: 'screen',
      async *draw(drawing) {
        for await (const finding of examined()) yield findingLines(finding, drawing, invocation.io.env);
        yield `${findingCounts(findings)}\n`;
      },
      problem,
    };
  },
});

/** What is examined: the same profile, network and request that every command would use. */
const patientOf = async (invocation: Invocation): Promise<Patient> => {
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
    keysFrom,
    bundle: (profile) => bundleOf(io, settings, profile),
    network: (profile) => networkOf(io, settings, profile),
    timeoutMs: connectTimeoutMs(settings),
    ask: async (observe) => {
      const client = await invocation.connect({ signal: io.interruption, retry: { maxRetries: 0 }, observe });
      await client.call('listListings', cheapest);
    },
    runs: () => runRecords(stateDirectory(io.env)),
  };
};

async function* shown(findings: AsyncIterable<Finding>) {
  for await (const { check, status, found, advice = null } of findings)
    yield { check, status, found, advice };
}
