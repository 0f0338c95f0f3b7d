import { profileFileNames } from '../directories.ts';
import { configFile, credentialsFile } from '../profile.ts';
import type { Notify } from './private-file.ts';
import { settingsFile } from './settings-file.ts';

const whenKeysWereOpen =
  'Others may have read the keys in it: have new ones issued, and give each with: resale profiles set NAME --api-key-stdin';

/** The file that holds the profiles, and the one that holds the keys kept with `--store file`. */
export const profileFiles = (directory: string, notify: Notify) => ({
  config: settingsFile(directory, profileFileNames.config, configFile, notify),
  keys: settingsFile(directory, profileFileNames.keys, credentialsFile, notify, whenKeysWereOpen),
});
