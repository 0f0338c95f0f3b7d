import { command, readsMachine } from '../../cli/command.ts';
import { many, profileName } from '../../flags/value-kinds.ts';
import { a } from '../../json/schema.ts';
import { profileNamed } from '../../profiles/profile-names.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import { printed } from '../../terminal/results.ts';

const exportProfiles = command({
  local: true,
  details:
    'Prints profiles as JSON that another machine or another person can import. It contains client ids and key commands, but no keys. The sandbox is left out, since everybody has it.',
  effect: readsMachine,
  answer: () => ({ prints: a.object({ version: a.integer, profiles: a.mapOf(a.mapOf(a.anything)) }) }),
  arguments: {
    names: { ...many(profileName('A profile; all of them if none is named')), optional: true },
  },
  examples: [
    { does: 'All profiles, into a file', line: 'resale profiles export --out profiles.json' },
    { does: 'One profile', line: 'resale profiles export live' },
    { does: 'To another machine', line: 'resale profiles export live | ssh shop resale profiles import -' },
  ],
  next: 'resale profiles import FILE',
  async run(invocation, { arguments: { names } }) {
    const { profiles } = await (await invocation.store()).read();
    const added = new Map([...profiles].filter(([name]) => name !== sandboxProfile.name));
    for (const name of names ?? []) profileNamed(added, name);
    const wanted = [...added].filter(([name]) => !names?.length || names.includes(name));
    const { writeExported } = await import('../../profiles/exported.ts');
    return printed(writeExported(new Map(wanted)));
  },
});

export { exportProfiles as export };
