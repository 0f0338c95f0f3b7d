import { changesMachine, command } from '../../line/command.ts';
import { profileName, text } from '../../line/flags/value-kinds.ts';
import { detailColumns, keptProfile } from './shown-profile.ts';

export const rename = command({
  local: true,
  details: 'The profile keeps its key, and stays the current one if it was.',
  effect: { ...changesMachine, repeatable: false },
  arguments: {
    from: { ...profileName('The profile'), placeholder: 'OLD' },
    to: text('NEW', 'Its new name: a-z, 0-9, - and _'),
  },
  examples: [
    { does: 'Give it another name', line: 'resale profiles rename live shop' },
    { does: 'Make room for a new one of the same name', line: 'resale profiles rename live live-old' },
    { does: 'See what there is', line: 'resale profiles list' },
  ],
  answer: { fields: detailColumns },
  async run(invocation, { arguments: { from, to } }) {
    await (await invocation.store()).rename(from, to);
    return keptProfile(invocation, to, `✓ ${from} is called ${to} now`);
  },
});
