import { type CredentialsFile, credentialsFile, type SettingsFile, settingsFile } from '../settings.ts';
import { settingsName } from '../settings-there.ts';
import { loadSave, removeLeftovers } from './conf-file.ts';
import { makeDirectory, type Notify } from './guarded-file.ts';
import { settingsAt } from './settings-file.ts';

/** What the file of the keys is called. */
export const keyFileName = 'credentials.json';

const whenKeysWereOpen =
  'Others may have read the keys in it: have new ones issued, and give each with: resale profiles set NAME --api-key-stdin';

/** The file of the profiles, and that of their keys. */
export const profileFiles = (directory: string, notify: Notify) => ({
  settings: settingsAt(directory, settingsName, settingsFile, notify),
  credentials: settingsAt(directory, keyFileName, credentialsFile, notify, whenKeysWereOpen),
});

/** Both while they are changed: nobody else changes them meanwhile, and what is written is there as a whole. */
export interface ChangingFiles {
  readSettings(): SettingsFile;
  readKeys(): CredentialsFile;
  writeSettings(content: SettingsFile): void;
  writeKeys(content: CredentialsFile): void;
}

/** Changes the files in a directory, which is made where it is not there. */
export const changeFiles = async <Answer>(
  directory: string,
  notify: Notify,
  change: (files: ChangingFiles) => Answer,
): Promise<Answer> => {
  const [save, { underLock }] = await Promise.all([loadSave(), import('./lock.ts')]);
  makeDirectory(directory, notify);
  return underLock(directory, () => {
    removeLeftovers(directory);
    const { settings, credentials } = profileFiles(directory, notify);
    return change({
      readSettings: () => settings.readToChange(),
      readKeys: () => credentials.readToChange(),
      writeSettings: (content) => settings.write(save, content),
      writeKeys: (content) => credentials.write(save, content),
    });
  });
};
