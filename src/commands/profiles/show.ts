import { command } from '../../cli/command.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { detailColumns, keyIsForeign, shownProfile } from '../../cli/profiles/shown-profile.ts';
import { profileName } from '../../flags/value-kinds.ts';
import { UnknownProfile } from '../../profiles/errors.ts';
import { keyStoreOf } from '../../profiles/keys/find-key.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

const columns: readonly Column[] = [...detailColumns, { field: 'credentials', title: 'CREDENTIALS' }];

export const show = command({
  details:
    'Without a name it shows what a command would use here and now: the profile of --profile, of RESALE_PROFILE, or the current one, and what --base-url and the environment put in the place of its parts. Keys are never printed, only where they come from, and none is looked up: see resale profiles check.',
  arguments: { name: { ...profileName('The profile'), optional: true } },
  flags: {},
  examples: [
    { does: 'What is in use', line: 'resale profiles show' },
    { does: 'The profile of the sandbox', line: 'resale profiles show sandbox' },
    { does: 'Only its base URL', line: 'resale profiles show sandbox --jq .baseUrl' },
  ],
  next: 'resale profiles check NAME',
  columns,
  async run(invocation, { arguments: { name } }) {
    const record = name === undefined ? await inUse(invocation) : await kept(invocation, name);
    return { kind: 'record', record, columns };
  },
});

/** What a command would use. */
const inUse = async (invocation: Invocation): Promise<Shown> => {
  const { name, baseUrl, clientId, sources } = await invocation.profile();
  // Where flags and environment said it all, no file is touched.
  const kept = name === undefined ? undefined : await (await invocation.store()).read();
  const profile = {
    ...kept?.profiles.get(name ?? ''),
    baseUrl,
    ...(clientId && { clientId: clientId.reveal() }),
  };
  const shown = shownProfile(name, profile, kept?.current);
  const isMissing = sources.credentials === 'env' && sources.clientId !== 'env';
  const isForeign =
    name !== undefined && sources.clientId === 'profile' && (await keyIsForeign(invocation, name, profile));
  return { ...shown, credentials: isMissing || isForeign ? 'none' : sources.credentials };
};

/** A profile as it is kept, whatever the flags and the environment say. */
const kept = async (invocation: Invocation, name: string): Promise<Shown> => {
  const store = await invocation.store();
  const { profiles, current, warnings } = await store.read();
  const profile = profiles.get(name);
  const warning = warnings.get(name);
  if (warning !== undefined) invocation.warn(warning);
  if (profile === undefined) throw new UnknownProfile(name, [...profiles.keys()]);
  const keyStore = name === sandboxProfile.name ? name : keyStoreOf(profile);
  const isMissing =
    keyStore === 'env' || (keyStore === 'file' && (await store.keyInFile(name)) === undefined);
  const isForeign = await keyIsForeign(invocation, name, profile);
  return { ...shownProfile(name, profile, current), credentials: isMissing || isForeign ? 'none' : keyStore };
};
