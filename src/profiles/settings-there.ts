import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** What the file of the profiles is called. */
export const settingsName = 'config.json';

/**
 * Whether profiles may have been kept in a directory. Only where nothing stands there is the answer no: to load what reads
 * them takes longer than a request to a service nearby.
 */
export const areSettingsThere = (directory: string): boolean => {
  try {
    return lstatSync(join(directory, settingsName), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Whoever reads them says what is wrong.
    return true;
  }
};
