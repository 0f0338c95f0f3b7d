import type { Column } from '../../terminal/columns.ts';
import { command } from '../command.ts';
import { text } from '../value-kinds.ts';
import { profileColumns, shownProfile } from './columns.ts';

const columns: readonly Column[] = [...profileColumns, { field: 'credentials', title: 'CREDENTIALS' }];

export const show = command({
  details:
    'Without a name it shows the profile that holds: --profile, RESALE_PROFILE, or the current one. Keys are never printed.',
  arguments: { name: { ...text('NAME', 'The profile'), optional: true } },
  flags: {},
  examples: [
    { does: 'The profile in use', line: 'resale profiles show' },
    { does: 'The one of the sandbox', line: 'resale profiles show sandbox' },
    { does: 'Only its base URL', line: 'resale profiles show sandbox --json | jq -r .baseUrl' },
  ],
  columns,
  async run(invocation, { arguments: { name } }) {
    const { NoProfile, UnknownProfile } = await import('../../profiles/errors.ts');
    const store = await invocation.store();
    const { profiles, current } = await store.read();
    const wanted = name ?? invocation.settings.profile ?? (invocation.io.env.RESALE_PROFILE || current);
    const known = [...profiles.keys()];
    if (wanted === undefined) throw new NoProfile(known);
    const profile = profiles.get(wanted);
    if (profile === undefined) throw new UnknownProfile(wanted, known);
    return {
      kind: 'record',
      record: { ...shownProfile(wanted, profile, current), credentials: await where(wanted) },
      columns,
    };

    async function where(profileName: string): Promise<string> {
      const { RESALE_CLIENT_ID, RESALE_API_KEY } = invocation.io.env;
      if (RESALE_CLIENT_ID && RESALE_API_KEY) return 'environment';
      return (await store.credentialsOf(profileName)) ? 'profile' : 'none';
    }
  },
});
