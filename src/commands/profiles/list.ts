import { command, readsMachine } from '../../line/command.ts';
import { clientIdColumn, profileColumns, shownProfile } from './shown-profile.ts';

export const list = command({
  effect: readsMachine,
  examples: [
    { does: 'All profiles', line: 'resale profiles list' },
    { does: 'Their names', line: "resale profiles list --jq '.[].name'" },
    { does: 'For a spreadsheet', line: 'resale profiles list -o csv' },
  ],
  next: 'resale profiles use NAME',
  answer: { shape: 'records', fields: [...profileColumns, clientIdColumn] },
  async run(invocation) {
    const { profiles, current } = await (await invocation.store()).read();
    return {
      kind: 'records',
      records: [...profiles].map(([name, profile]) => shownProfile(name, profile, current)),
      columns: profileColumns,
    };
  },
});
