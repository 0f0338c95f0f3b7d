import { join } from 'node:path';
import type * as z from 'zod/mini';
import { faultsOf } from '../../service/faults.ts';
import type { Save } from './conf-file.ts';
import { parseObject } from './damage.ts';
import { DamagedSettings, NewerSettings } from './errors.ts';
import { checkDirectory, type Notify, readGuarded } from './guarded-file.ts';

/** The format of the settings files that this version of the tool writes. */
const knownVersion = 1;

/**
 * A settings file. No file holds nothing; one that is damaged fails with `DamagedSettings`. A file that a later
 * version wrote is read as far as it is known, and not changed (`NewerSettings`).
 */
export const settingsAt = <Content extends { version?: number | undefined }>(
  directory: string,
  name: string,
  schema: z.ZodMiniType<Content>,
  notify: Notify,
  /** What to do where others could read the file, as a sentence. */
  whenOpen?: string,
) => {
  const path = join(directory, name);
  const notifyOfFile = (notice: string) => notify(whenOpen ? `${notice}. ${whenOpen}` : notice);
  const read = () => {
    const text = checkDirectory(directory, notify) ? readGuarded(path, notifyOfFile) : undefined;
    return parseSettings(schema, text, path);
  };
  return {
    read,
    readToChange() {
      const content = read();
      refuseNewer(content, path);
      return content;
    },
    write(save: Save, content: Content) {
      save(path, { ...content, version: knownVersion });
    },
  };
};

const parseSettings = <Content>(
  schema: z.ZodMiniType<Content>,
  text: string | undefined,
  path: string,
): Content => {
  const content = text === undefined ? {} : parseObject(text, path);
  const parsed = schema.safeParse(content, { reportInput: true });
  if (parsed.success) return parsed.data;
  refuseNewer(content, path);
  const [fault] = faultsOf(parsed.error);
  throw new DamagedSettings(path, `${fault?.path} ${fault?.message}`);
};

const refuseNewer = (content: { version?: unknown }, path: string): void => {
  const { version } = content;
  if (typeof version === 'number' && version > knownVersion) throw new NewerSettings(path, version);
};
