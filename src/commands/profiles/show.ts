import { command, readsMachine } from '../../line/command.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { detailColumns, shownProfile } from './shown-profile.ts';

/** A screen shows the place of the key once: the effective one. */
const columns: readonly Column[] = [
  ...detailColumns.map((one) => (one.field === 'keyStore' ? { ...one, inWords: () => '' } : one)),
  { field: 'credentials', title: 'key in' },
];

export const show = command({
  details:
    'Without a name it shows what a command would use now: the profile of --profile, of RESALE_PROFILE, or the current one, with --base-url and the environment applied. Keys are neither printed nor looked up; it shows only where they come from. resale profiles check tries them.',
  effect: readsMachine,
  arguments: { name: { ...profileName('The profile'), optional: true } },
  examples: [
    { does: 'What is in use', line: 'resale profiles show' },
    { does: 'The profile of the sandbox', line: 'resale profiles show sandbox' },
    { does: 'Only its base URL', line: 'resale profiles show sandbox --jq .baseUrl' },
  ],
  next: 'resale profiles check NAME',
  answer: { fields: columns },
  async run(invocation, { arguments: { name } }) {
    const record = await inUse(name === undefined ? invocation : invocation.under(name, {}));
    return { kind: 'record', record };
  },
});

const inUse = async (invocation: Invocation): Promise<Shown> => {
  const { name, baseUrl, clientId, sources } = await invocation.profile();
  // If flags and environment give everything, no file is read.
  const kept = name === undefined ? undefined : await (await invocation.store()).read();
  const profile = {
    ...kept?.profiles.get(name ?? ''),
    baseUrl,
    ...(clientId && { clientId: clientId }),
  };
  const shown = shownProfile(name, profile, kept?.current);
  const isMissing = sources.credentials === 'env' && sources.clientId !== 'env';
  return { ...shown, credentials: isMissing ? 'none' : sources.credentials };
};
