import { command, readsService } from '../../line/command.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { checkProfile, profileCheckColumns as columns } from './check-profile.ts';
import { identityWords } from './shown-profile.ts';

export const check = command({
  details:
    "Sends one cheap request, and shows where it went, where each credential came from, and what the service answered. It shows a fingerprint of the key (eight hexadecimal digits), by which two keys can be compared. The exit code is 4 if the service refuses the credentials, and 7 if it can't be reached.",
  effect: readsService,
  arguments: { name: { ...profileName('The profile; the current one if none is named'), optional: true } },
  examples: [
    { does: 'The current profile', line: 'resale profiles check' },
    { does: 'Another profile', line: 'resale profiles check live' },
    { does: 'In a script', line: 'resale profiles check live --json | jq -e .ok' },
  ],
  next: 'resale doctor',
  answer: { fields: columns },
  async run(invocation, { arguments: { name } }) {
    const checked = name === undefined ? invocation : invocation.under(name);
    if (checked.settings.dryRun) {
      const client = await checked.client();
      return previewed([client.preview('listListings', { query: { pageSize: 1 } })], checked.settings);
    }
    if (name !== undefined) await warnOfOthers(checked);
    const { record, problem } = await checkProfile(checked);
    const profile = await checked.profile();
    // The error names the source of the key.
    const keyFrom = problem ? undefined : profile.sources.credentials;
    const identity = identityWords(profile, keyFrom, await checked.store());
    const outcome = problem ? 'does not work' : `answered in ${record.milliseconds} ms`;
    const sentence = `${problem ? '✗' : '✓'} ${profile.name ?? 'This service'} ${outcome}\n  ${identity}`;
    return { kind: 'record', record, problem, sentence };
  },
});

const warnOfOthers = async ({ profile, warn }: Invocation): Promise<void> => {
  const { name, origin, sources } = await profile();
  if (sources.baseUrl === 'profile') return;
  const source = sources.baseUrl === 'flag' ? '--base-url' : sources.baseUrl;
  warn(
    `${source} overrides the base URL of the profile ${name}: this is about ${origin}. Leave it out to check the profile itself.`,
  );
};
