import { dirname, resolve } from 'node:path';
import { changesMachine, command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { namedText } from '../../cli/named-text.ts';
import { lostGuards } from '../../cli/profiles/new-profile.ts';
import { clientIdColumn, profileColumns, shownProfile } from '../../cli/profiles/shown-profile.ts';
import { maxFileBytes } from '../../disk/own-files.ts';
import { file, toggle } from '../../flags/value-kinds.ts';
import { keyStoreOf } from '../../profiles/keys/find-key.ts';
import { dropKeys } from '../../profiles/keys/keep-key.ts';
import { splitCommand } from '../../profiles/keys/key-command.ts';
import type { Profile } from '../../profiles/profile.ts';
import { keepsKey, profileNamed } from '../../profiles/profile-names.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { resaleLine, shellWord } from '../../words/resale-line.ts';

const importProfiles = command({
  local: true,
  details:
    'Adds the profiles in a file that resale profiles export wrote: all of them, or none if anything is wrong. They come without keys; with --replace, one for the same base URL and client id as before keeps its key. It asks before another key is removed or a guard is lost, before a key command in the file may run on this machine, and before certificate authorities that it names are trusted; a script needs --yes.',
  effect: { ...changesMachine, repeatable: false, asks: 'sometimes' },
  arguments: { file: file('FILE', 'The file, or - for stdin') },
  flags: { replace: toggle('Replace profiles of the same names') },
  examples: [
    { does: 'From a file', line: 'resale profiles import profiles.json' },
    { does: 'From another machine', line: 'ssh shop resale profiles export live | resale profiles import -' },
    { does: 'Replacing profiles of the same names', line: 'resale profiles import profiles.json --replace' },
  ],
  next: 'resale profiles set NAME --api-key-stdin',
  answer: () => ({ shape: 'records', fields: [...profileColumns, clientIdColumn] }),
  async run(invocation, { arguments: { file }, flags: { replace } }) {
    const said = await namedText('FILE', file, maxFileBytes, invocation.io);
    const { readExported } = await import('../../profiles/exported.ts');
    const isPiped = file === '-';
    const folder = isPiped ? invocation.io.cwd : dirname(resolve(invocation.io.cwd, file));
    const imported = withAbsolutePaths(readExported(said, isPiped ? 'stdin' : file), folder);
    const store = await invocation.store();
    const { profiles: present } = await store.read();
    const there = Object.entries(imported).flatMap(([name, young]) => {
      const old = present.get(name);
      return old ? [{ name, old, young }] : [];
    });
    if (!replace && there.length > 0)
      throw new UsageError(
        `There are profiles of these names already: ${there.map(({ name }) => name).join(', ')}`,
        'Nothing was imported. Use --replace to replace them.',
      );
    const sentences = [...lostKeys(there), ...there.flatMap(lossesOf), ...trustIn(imported)];
    if (sentences.length > 0) await invocation.confirm(sentences.join(' '));
    const replaced = await store.addAll(imported, { replace });
    for (const notice of await dropKeys(replaced, invocation.io)) invocation.warn(notice);
    const { profiles, current } = await store.read();
    const added = Object.keys(imported).map((name) => [name, profileNamed(profiles, name)] as const);
    return {
      kind: 'records',
      records: added.map(([name, profile]) => shownProfile(name, profile, current)),
      columns: profileColumns,
      sentence: `✓ Imported ${counted(added.length, 'profile')}`,
      notice: () => needOfKeys(added),
    };
  },
});

const needOfKeys = (added: readonly (readonly [string, Profile])[]): Advice | undefined => {
  const without = added.flatMap(([name, { clientId, key }]) => (clientId && !key ? [name] : []));
  const [first] = without;
  return first === undefined
    ? undefined
    : proposal(
        `Without a key: ${without.join(', ')}. To give ${first} its key:`,
        resaleLine('profiles set', [first], { apiKeyStdin: true }),
      );
};

interface Replacement {
  name: string;
  old: Profile;
  young: Profile;
}

const lostKeys = (there: readonly Replacement[]): string[] => {
  const losing = there.flatMap(({ name, old, young }) =>
    ['file', 'keyring'].includes(keyStoreOf(old)) && !keepsKey(old, young) ? [name] : [],
  );
  const keys = losing.length === 1 ? 'its key' : 'their keys';
  return listed(`This replaces ${counted(losing.length, 'profile')} and removes ${keys}`, losing, ', ');
};

const lossesOf = ({ name, old, young }: Replacement): string[] => {
  const lost = [
    ...lostGuards(old, young),
    ...(old.baseUrl === young.baseUrl
      ? []
      : [`would lead to ${escapeControls(young.baseUrl)}, and no longer to ${escapeControls(old.baseUrl)}`]),
  ];
  return lost.length === 0 ? [] : [`The profile ${name} ${lost.join(', and ')}.`];
};

/** What to confirm before anything in the file may run, or decide whom to trust. */
const trustIn = (imported: Readonly<Record<string, Profile>>): string[] => {
  const all = Object.entries(imported);
  const commands = all.flatMap(([name, { key }]) =>
    key?.store === 'command' ? [`${name}, whose key goes to ${key.origin}: ${shownCommand(key)}`] : [],
  );
  const bundles = all.flatMap(([name, { caBundle }]) =>
    caBundle === undefined ? [] : [`${name}: ${escapeControls(caBundle)}`],
  );
  return [
    ...listed('From now on, these commands will run to get the keys of their profiles', commands),
    ...listed(
      'From now on, whoever holds a certificate from the authorities in these files can pose as the service',
      bundles,
    ),
  ];
};

const listed = (what: string, all: readonly string[], separator = '; '): string[] =>
  all.length === 0 ? [] : [`${what}: ${all.join(separator)}.`];

const shownCommand = ({ command, shell }: { command: string; shell?: boolean | undefined }): string =>
  escapeControls(shell ? `through the shell: ${command}` : splitCommand(command).map(shellWord).join(' '));

/** The profiles with absolute paths: a relative one begins at the file that names it, or, on stdin, where the tool was started. */
const withAbsolutePaths = (
  profiles: Readonly<Record<string, Profile>>,
  folder: string,
): Record<string, Profile> =>
  Object.fromEntries(
    Object.entries(profiles).map(([name, { caBundle, ...profile }]) => [
      name,
      caBundle === undefined ? profile : { ...profile, caBundle: resolve(folder, caBundle) },
    ]),
  );

export { importProfiles as import };
