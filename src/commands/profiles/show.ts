import { NoCredentials, UnknownProfile } from '../../profiles/errors.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { text } from '../value-kinds.ts';
import { profileColumns, shownProfile } from './columns.ts';

const columns: readonly Column[] = [...profileColumns, { field: 'credentials', title: 'CREDENTIALS' }];

export const show = command({
  details:
    'Without a name it shows what a command would use here and now: the profile of --profile, of RESALE_PROFILE, or the current one, and what --base-url and the environment put in the place of its parts. Keys are never printed, only where they come from.',
  arguments: { name: { ...text('NAME', 'The profile'), optional: true } },
  flags: {},
  examples: [
    { does: 'What is in use', line: 'resale profiles show' },
    { does: 'The profile of the sandbox', line: 'resale profiles show sandbox' },
    { does: 'Only its base URL', line: 'resale profiles show sandbox --jq .baseUrl' },
  ],
  columns,
  async run(invocation, { arguments: { name } }) {
    const record = name === undefined ? await inUse(invocation) : await kept(invocation, name);
    return { kind: 'record', record, columns };
  },
});

/** What a command would use. Where it could not even begin, the profile as it is kept. */
const inUse = async (invocation: Invocation): Promise<Shown> => {
  try {
    const { name, sources, ...profile } = await invocation.profile();
    const current = name === undefined ? undefined : (await (await invocation.store()).read()).current;
    return { ...shownProfile(name, profile, current), credentials: sources.credentials };
  } catch (error) {
    if (error instanceof NoCredentials && error.profile !== undefined) return kept(invocation, error.profile);
    throw error;
  }
};

/** A profile as it is kept, whatever the flags and the environment say. */
const kept = async (invocation: Invocation, name: string): Promise<Shown> => {
  const store = await invocation.store();
  const { profiles, current } = await store.read();
  const profile = profiles.get(name);
  if (profile === undefined) throw new UnknownProfile(name, [...profiles.keys()]);
  const credentials = (await store.credentialsOf(name)) ? 'profile' : 'none';
  return { ...shownProfile(name, profile, current), credentials };
};
