import { command } from '../../cli/command.ts';
import { detailColumns, shownProfile } from '../../cli/profiles/shown-profile.ts';
import { profileName } from '../../flags/value-kinds.ts';
import { UnknownProfile } from '../../profiles/errors.ts';
import { KeyLeft } from '../../profiles/keys/errors.ts';
import { refuseReserved } from '../../profiles/profile-names.ts';

export const remove = command({
  local: true,
  details:
    'Its key goes with it, out of the file or the keyring. Where the keyring can not be reached, the profile is removed all the same; that the key is still there is said, and the exit code is 1.',
  arguments: { name: profileName('The profile') },
  flags: {},
  examples: [
    { does: 'Remove a profile, asking first', line: 'resale profiles remove old' },
    { does: 'The same in a script', line: 'resale profiles remove old --yes' },
    { does: 'See what there is', line: 'resale profiles list' },
  ],
  columns: detailColumns,
  async run(invocation, { arguments: { name } }) {
    refuseReserved(name);
    const store = await invocation.store();
    const { profiles, current } = await store.read();
    const profile = profiles.get(name);
    if (!profile) throw new UnknownProfile(name, [...profiles.keys()]);
    await invocation.confirm(`This removes the profile ${name} (${profile.baseUrl}) and its keys. Go on?`);
    await store.remove(name);
    const { dropKeys } = await import('../../profiles/keys/keep-key.ts');
    const [left] = await dropKeys([profile], invocation.io);
    return {
      kind: 'record',
      record: shownProfile(name, profile, current),
      columns: detailColumns,
      problem: left === undefined ? undefined : new KeyLeft(name, left),
    };
  },
});
