import { command } from '../../cli/command.ts';
import { profileColumns, shownProfile } from '../../cli/profiles/columns.ts';

export const list = command({
  arguments: {},
  flags: {},
  examples: [
    { does: 'All profiles', line: 'resale profiles list' },
    { does: 'Their names', line: "resale profiles list --jq '.[].name'" },
    { does: 'For a spreadsheet', line: 'resale profiles list -o csv' },
  ],
  next: 'resale profiles use NAME',
  columns: profileColumns,
  async run(invocation) {
    const { profiles, current, strange } = await (await invocation.store()).read();
    for (const told of strange.values()) invocation.warn(told);
    return {
      kind: 'records',
      records: [...profiles].map(([name, profile]) => shownProfile(name, profile, current)),
      columns: profileColumns,
    };
  },
});
