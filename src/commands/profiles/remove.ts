import { fileFailed } from '../../failure/kinds.ts';
import { changesMachine, command } from '../../line/command.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import { dropKey } from '../../profiles/keys/keep-key.ts';
import { refuseReserved, unknownProfile } from '../../profiles/profile-names.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { detailColumns, shownProfile } from './shown-profile.ts';

export const remove = command({
  local: true,
  details:
    "Its key goes with it, from the file or the keyring. If the keyring can't be reached, the profile is removed anyway; the exit code is then 1, and a message says where the key still is.",
  effect: { ...changesMachine, repeatable: false, asks: 'always' },
  arguments: { name: profileName('The profile') },
  examples: [
    { does: 'Remove a profile, asking first', line: 'resale profiles remove old' },
    { does: 'The same in a script', line: 'resale profiles remove old --yes' },
    { does: 'See what there is', line: 'resale profiles list' },
  ],
  answer: { fields: detailColumns },
  async run(invocation, { arguments: { name } }) {
    refuseReserved(name);
    const store = await invocation.store();
    const stored = await store.read();
    const profile = stored.profiles.get(name);
    if (!profile) throw unknownProfile(name, [...stored.profiles.keys()], false);
    await invocation.confirm(`This removes the profile ${name} (${profile.baseUrl}) and its API key.`);
    await store.remove(name);
    const left = await dropKey(profile, invocation.io);
    const next = proposal(
      'No profile is current now. To choose one:',
      resaleLine('profiles use', [sandboxProfile.name]),
    );
    return {
      kind: 'record',
      record: shownProfile(name, profile, stored.current),
      sentence: left === undefined ? `✓ Removed ${name}` : `✗ Removed ${name}, but not its key`,
      notice: left === undefined && name === stored.current ? next : undefined,
      problem:
        left === undefined
          ? undefined
          : fileFailed(
              left,
              `The profile "${name}" was removed. Remove its key by hand once the keyring can be reached.`,
            ),
    };
  },
});
