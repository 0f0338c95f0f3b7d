import { changesMachine, command } from '../../cli/command.ts';
import { detailColumns, usedProfile } from '../../cli/profiles/shown-profile.ts';
import { profileName } from '../../flags/value-kinds.ts';

export const use = command({
  local: true,
  effect: changesMachine,
  arguments: { name: profileName('The profile') },
  examples: [
    { does: 'Use the sandbox from now on', line: 'resale profiles use sandbox' },
    { does: 'Use the live shop', line: 'resale profiles use live' },
    { does: 'Only for one command', line: 'resale --profile sandbox listings list' },
  ],
  next: 'resale listings list',
  answer: () => ({ fields: detailColumns }),
  run: (invocation, { arguments: { name } }) => usedProfile(invocation, name),
});
