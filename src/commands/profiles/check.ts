import { command } from '../../cli/command.ts';
import { tellIfCorrected } from '../../cli/corrected.ts';
import { changesMachine, readsService } from '../../cli/effects.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { previewed } from '../../cli/preview.ts';
import { checkProfile, profileCheckColumns as columns } from '../../cli/profiles/check-profile.ts';
import { findingColumns, fitFlags, fitRequests, refuseUnlessKept } from '../../cli/profiles/fit.ts';
import { profileName, toggle } from '../../flags/value-kinds.ts';
export const check = command({
  details:
    "Sends one cheap request, and shows where it went, where each credential came from, and what the service answered. Of the key it shows eight digits by which two keys can be compared. The exit code is 4 if the service refuses the credentials, and 7 if it can't be reached. With --deep, seven or eight further reads and the beginning of the feed show whether the parameters of the list and of the shop lookup have an effect, and whether the documented fields come. A parameter without effect is sought under other names, with at most 7 more reads, or 9 if the service refuses names that it does not know. In JSON the findings are `checks`; the last of them says what to set in the dialect, and --apply sets it. If something fails the exit code is 1, even if --apply has mended it.",
  effect: readsService,
  effectWith: { '--deep --apply': changesMachine },
  arguments: { name: { ...profileName('The profile; the active one if none is named'), optional: true } },
  flags: {
    deep: toggle('Also find out, with reads alone, whether the deployment is as the dialect says'),
    ...fitFlags,
  },
  examples: [
    { does: 'The active profile', line: 'resale profiles check' },
    { does: 'Another profile', line: 'resale profiles check live' },
    { does: 'Find out the names that a deployment uses', line: 'resale profiles check live --deep' },
    { does: 'And set them', line: 'resale profiles check live --deep --apply' },
    { does: 'In a script', line: 'resale profiles check live --json | jq -e .ok' },
  ],
  next: 'resale listings list',
  columns,
  fields: [{ field: 'checks', records: findingColumns, sometimes: true }],
  hasRecords: ({ deep }) => !deep,
  check: (_, { flags: { deep, apply, domain } }) =>
    [...(apply ? ['--apply'] : []), ...(domain === undefined ? [] : ['--domain'])].flatMap((flag) =>
      deep ? [] : [{ name: flag, message: 'goes only with --deep' }],
    ),
  async run(invocation, { arguments: { name }, flags: { deep, apply, domain } }) {
    const asked = name === undefined ? invocation : invocation.under(name);
    tellIfCorrected(invocation, invocation.line.flags.domain, domain);
    if (asked.settings.dryRun) {
      const client = await asked.client();
      const [cheapest, ...further] = fitRequests(client, domain);
      return previewed([...(cheapest ? [cheapest] : []), ...(deep ? further : [])], asked.settings);
    }
    if (name !== undefined) await warnOfOthers(asked);
    const keptIn = apply ? await refuseUnlessKept(asked) : undefined;
    const { record, problem } = await checkProfile(asked);
    if (!deep) return { kind: 'record', record, problem, columns };
    const { deepResult } = await import('../../cli/profiles/deep-check.ts');
    return deepResult(asked, { record, problem, domain, keptIn });
  },
});

/** A user who names a profile should know if another service is checked. */
const warnOfOthers = async ({ profile, warn }: Invocation): Promise<void> => {
  const { name, origin, sources } = await profile();
  if (sources.baseUrl === 'profile') return;
  const said = sources.baseUrl === 'flag' ? '--base-url' : sources.baseUrl;
  warn(
    `${said} overrides the base URL of the profile ${name}: this is about ${origin}. Leave it out to check the profile itself.`,
  );
};
