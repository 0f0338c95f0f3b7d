import { command } from '../../cli/command.ts';
import { printed } from '../../cli/preview.ts';
import { many, profileName } from '../../flags/value-kinds.ts';
import { UnknownProfile } from '../../profiles/errors.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';

const exportProfiles = command({
  local: true,
  details:
    'Prints profiles as JSON, for another machine or another person to import. No key is in it; a command that prints a key is, since it is none, and the client id is. The sandbox is left out: it is everywhere.',
  arguments: {
    names: { ...many(profileName('A profile; all of them where none is named')), optional: true },
  },
  flags: {},
  examples: [
    { does: 'All profiles, into a file', line: 'resale profiles export --out profiles.json' },
    { does: 'One profile', line: 'resale profiles export live' },
    { does: 'To another machine', line: 'resale profiles export live | ssh shop resale profiles import -' },
  ],
  next: 'resale profiles import FILE',
  async run(invocation, { arguments: { names } }) {
    const { profiles } = await (await invocation.store()).read();
    const added = new Map([...profiles].filter(([name]) => name !== sandboxProfile.name));
    const unknown = names?.find((name) => !added.has(name));
    if (unknown !== undefined) throw new UnknownProfile(unknown, [...added.keys()]);
    const wanted = [...added].filter(([name]) => !names?.length || names.includes(name));
    const { writeExported } = await import('../../profiles/exported.ts');
    return printed(writeExported(new Map(wanted)));
  },
});

export { exportProfiles as export };
