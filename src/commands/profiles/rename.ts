import { command } from '../../cli/command.ts';
import { detailColumns, keptProfile } from '../../cli/profiles/shown-profile.ts';
import { profileName, text } from '../../flags/value-kinds.ts';

export const rename = command({
  local: true,
  details: 'Its key goes along, wherever it is kept, and where it was the current profile it stays that.',
  arguments: {
    from: { ...profileName('The profile'), placeholder: 'OLD' },
    to: text('NEW', 'What to call it: a-z, 0-9, - and _'),
  },
  flags: {},
  examples: [
    { does: 'Another name', line: 'resale profiles rename live shop' },
    { does: 'Make room for another one', line: 'resale profiles rename live live-old' },
    { does: 'See what there is', line: 'resale profiles list' },
  ],
  columns: detailColumns,
  async run(invocation, { arguments: { from, to } }) {
    await (await invocation.store()).rename(from, to);
    return keptProfile(invocation, to);
  },
});
