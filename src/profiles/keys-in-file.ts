import type { Secret } from './credentials.ts';
import type { ChangingFiles } from './files/profile-files.ts';
import type { CredentialsFile, Profile } from './settings.ts';

type Keys = CredentialsFile['profiles'];

/** Puts a key into the file for each of some profiles, or takes theirs out where none is given. */
export const keepKeys = (
  files: ChangingFiles,
  before: CredentialsFile,
  profiles: Readonly<Record<string, Profile>>,
  apiKey: Secret | undefined,
): void => {
  const keys = keysWith(before.profiles, profiles, apiKey);
  // A file that has nothing in it, and is to have nothing, is not made.
  if (Object.keys(before.profiles).length + Object.keys(keys).length > 0)
    files.writeKeys({ ...before, profiles: keys });
};

const keysWith = (
  before: Keys,
  profiles: Readonly<Record<string, Profile>>,
  apiKey: Secret | undefined,
): Keys => {
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(profiles, name));
  const theirs = Object.entries(profiles).map(([name, { baseUrl }]): [string, Keys[string]][] =>
    apiKey ? [[name, { origin: new URL(baseUrl).origin, apiKey: apiKey.reveal() }]] : [],
  );
  return Object.fromEntries([...others, ...theirs.flat()]);
};
