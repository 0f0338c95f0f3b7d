import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { profileColumns, shownProfile } from '../../cli/profiles/shown-profile.ts';
import { namedBytes } from '../../disk/named-bytes.ts';
import { file, toggle } from '../../flags/value-kinds.ts';
import { dropKeys } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-names.ts';

const importProfiles = command({
  local: true,
  details:
    'Adds the profiles in a file that resale profiles export wrote: all of them, or none if anything is wrong. They come without keys; with --replace, the keys of the profiles that they replace are removed, too. A key command in the file would run on this machine from then on, so this asks first.',
  arguments: { file: file('FILE', 'The file, or - for stdin') },
  flags: { replace: toggle('Replace profiles of the same names') },
  examples: [
    { does: 'From a file', line: 'resale profiles import profiles.json' },
    { does: 'From another machine', line: 'ssh shop resale profiles export live | resale profiles import -' },
    { does: 'Replacing profiles of the same names', line: 'resale profiles import profiles.json --replace' },
  ],
  next: 'resale profiles set NAME --api-key-stdin',
  columns: profileColumns,
  async run(invocation, { arguments: { file }, flags: { replace } }) {
    const said = await readProfiles(file, invocation);
    const { readExported } = await import('../../profiles/exported.ts');
    const imported = readExported(said, file === '-' ? 'stdin' : file);
    const store = await invocation.store();
    await refuseExisting(Object.keys(imported), replace, invocation);
    await askAboutCommands(imported, invocation);
    const replaced = await store.addAll(imported, { replace });
    for (const notice of await dropKeys(replaced, invocation.io)) invocation.warn(notice);
    tellOfKeys(imported, invocation);
    const { profiles, current } = await store.read();
    const records = Object.keys(imported).map((name) =>
      shownProfile(name, profileNamed(profiles, name), current),
    );
    return { kind: 'records', records, columns: profileColumns };
  },
});

/** Says which profiles still need a key: an export contains none. */
const tellOfKeys = (imported: Readonly<Record<string, Profile>>, { note }: Invocation): void => {
  for (const [name, { clientId, key }] of Object.entries(imported))
    if (clientId !== undefined && key === undefined)
      note(`Give ${name} its key: resale profiles set ${name} --api-key-stdin`);
};

const readProfiles = async (file: string, { io }: Invocation): Promise<string> => {
  if (file === '-') return readAll(io.stdin);
  try {
    return await readAll(namedBytes(resolve(io.cwd, file), io.interruption));
  } catch (error) {
    io.interruption.throwIfAborted();
    throw new UsageError([
      { name: 'FILE', message: `can't be read from ${file} (${(error as NodeJS.ErrnoException).code})` },
    ]);
  }
};

const refuseExisting = async (
  names: readonly string[],
  replace: boolean,
  invocation: Invocation,
): Promise<void> => {
  const { profiles } = await (await invocation.store()).read();
  const there = names.filter((name) => profiles.has(name));
  if (replace || there.length === 0) return;
  throw new UsageError(
    `There are profiles of these names already: ${there.join(', ')}`,
    'Nothing was imported. Use --replace to replace them.',
  );
};

const askAboutCommands = async (
  imported: Readonly<Record<string, Profile>>,
  invocation: Invocation,
): Promise<void> => {
  const commands = Object.entries(imported).flatMap(([name, { key }]) =>
    key?.store === 'command' ? [`${name}: ${key.command}`] : [],
  );
  if (commands.length > 0)
    await invocation.confirm(
      `From now on these commands will run for the keys of their profiles: ${commands.join('; ')}. Go on?`,
    );
};

export { importProfiles as import };
