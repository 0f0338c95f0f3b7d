import { changesMachine, command } from '../../line/command.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import { detailColumns, usedProfile } from './shown-profile.ts';

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
  answer: { fields: detailColumns },
  run: (invocation, { arguments: { name } }) => usedProfile(invocation, name),
});
