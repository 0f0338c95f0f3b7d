import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { profileColumns, shownProfile } from '../../cli/profiles/shown-profile.ts';
import { namedBytes } from '../../disk/named-bytes.ts';
import { file, toggle } from '../../flags/value-kinds.ts';
import type { Profile } from '../../profiles/profile.ts';

const importProfiles = command({
  local: true,
  details:
    'Adds the profiles of a file that resale profiles export wrote: all of them or, where anything is wrong, none. They come without keys, and with --replace those of before go, too. One whose key a command prints would run that command from then on, so that this asks first.',
  arguments: { file: file('FILE', 'The file, or - for stdin') },
  flags: { replace: toggle('Put them in the place of profiles of the same names') },
  examples: [
    { does: 'From a file', line: 'resale profiles import profiles.json' },
    { does: 'From another machine', line: 'ssh shop resale profiles export live | resale profiles import -' },
    { does: 'In the place of those there are', line: 'resale profiles import profiles.json --replace' },
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
    const { dropKeys } = await import('../../profiles/keys/keep-key.ts');
    for (const notice of await dropKeys(replaced, invocation.io)) invocation.warn(notice);
    tellOfKeys(imported, invocation);
    const { profiles, current } = await store.read();
    const records = Object.keys(imported).map((name) =>
      shownProfile(name, profiles.get(name) ?? { baseUrl: '' }, current),
    );
    return { kind: 'records', records, columns: profileColumns };
  },
});

/** What is left to do until the profiles can be used: an export holds no keys. */
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
    'Nothing was imported. Say --replace to put those of the file in their place.',
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
      `From now on these commands run for the keys of their profiles: ${commands.join('; ')}. Go on?`,
    );
};

export { importProfiles as import };
