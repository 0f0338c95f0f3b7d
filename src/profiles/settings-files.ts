import { readdirSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import Conf from 'conf';
import { parse } from 'lossless-json';
import type * as z from 'zod/mini';
import type { Failure } from '../failure/failure.ts';
import { busy, strangeFile } from '../failure/kinds.ts';
import { UnusableFile } from '../files/file-error.ts';
import { isOwnFolder, makeOwnFolder, maxFileBytes, orUnusable, readOwnFile } from '../files/own-files.ts';
import { parsedJson, placeOfFault } from '../json/exact.ts';
import { brokenRulesOf } from '../service/broken-rules.ts';
import { profileFileNames } from './directories.ts';
import { configFile, credentialsFile } from './profile.ts';

const configVariable = 'RESALE_CONFIG_DIR';

const settingsVersion = 1;

/** The file that holds the profiles, and the one that holds the keys kept with `--store file`. */
export const profileFiles = (directory: string) => ({
  config: settingsFile(directory, profileFileNames.config, configFile),
  keys: settingsFile(directory, profileFileNames.keys, credentialsFile, true),
});

export type ProfileFiles = ReturnType<typeof profileFiles>;

const serialize = (content: object) => `${JSON.stringify(content, undefined, 2)}\n`;

/**
 * A settings file, which conf writes atomically. A missing file counts as empty, a damaged one is refused. The file of a later
 * version is read as far as possible, and never changed.
 */
const settingsFile = <Content extends { version?: number | undefined }>(
  directory: string,
  name: string,
  schema: z.ZodMiniType<Content>,
  /** Whether it must be unreadable for other users. */
  isSecret = false,
) => {
  const path = join(directory, name);
  const open = () =>
    new Conf({
      cwd: directory,
      configName: basename(name, '.json'),
      configFileMode: 0o600,
      projectSuffix: '',
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      serialize,
      // The errors of conf quote a damaged file.
      deserialize: (text) => parseObject(text, path) as Record<string, unknown>,
    });
  // Conf follows links, reads any file, and makes missing folders, so the file is checked first.
  const isThere = () => isOwnFolder(directory, configVariable) && readOwnFile(path, isSecret) !== undefined;
  const read = () =>
    checked(
      schema,
      orUnusable(path, 'read', configVariable, () => (isThere() ? { ...open().store } : {})),
      path,
    );
  return {
    read,
    readToChange() {
      const content = read();
      refuseNewer(content, path);
      return content;
    },
    write(content: Content): void {
      const versioned = { ...content, version: settingsVersion };
      if (Buffer.byteLength(serialize(versioned)) > maxFileBytes)
        throw new UnusableFile(
          path,
          'would become larger than 1 MiB',
          'Remove profiles that are no longer used',
        );
      orUnusable(path, 'written', configVariable, () => {
        open().store = versioned;
      });
    },
  };
};

const checked = <Content>(schema: z.ZodMiniType<Content>, content: object, path: string): Content => {
  const parsed = schema.safeParse(content, { reportInput: true });
  if (parsed.success) return parsed.data;
  refuseNewer(content, path);
  const [fault] = brokenRulesOf(parsed.error);
  throw damaged(path, `${fault?.path} ${fault?.message}`);
};

/** The file is not quoted: it may contain keys. */
const damaged = (path: string, problem: string, place = ''): Failure =>
  strangeFile(
    `${path} is damaged${place}: ${problem}`,
    'It was left as it is. Correct it, or move it away and add the profiles again.',
  );

const refuseNewer = (content: { version?: unknown }, path: string): void => {
  const { version } = content;
  if (typeof version === 'number' && version > settingsVersion)
    throw strangeFile(
      `${path} was written by a later version of resale (format ${version})`,
      'Update resale to change it.',
    );
};

/** Parses a settings file. Its error has the position, but no text, which may contain keys. */
export const parseObject = (text: string, path: string): object => {
  const value = parsedJson(text);
  if (value === undefined) throw damaged(path, 'it is not JSON', ` at ${damageIn(text)}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(path, 'it is not a JSON object');
  return value;
};

/** Where the first syntax error is. JSON.parse does not always report a position. */
const damageIn = (text: string): string => {
  try {
    parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
    return placeOfFault(text, '');
  } catch (error) {
    return placeOfFault(text, (error as Error).message);
  }
};

/** Changes the files in a directory under its lock, and creates a missing directory. */
export const changeFiles = async <Answer>(
  directory: string,
  change: (files: ProfileFiles) => Answer,
): Promise<Answer> => {
  makeOwnFolder(directory, configVariable);
  return underLock(directory, () => {
    removeLeftovers(directory);
    return change(profileFiles(directory));
  });
};

/** Removes temporary files of a process that died during a write. Requires the lock. */
const removeLeftovers = (directory: string): void =>
  orUnusable(directory, 'written', configVariable, () => {
    for (const name of readdirSync(directory))
      if (/^(config|credentials)\.json\.tmp-/.test(name)) unlinkSync(join(directory, name));
  });

// The lock of a process that died expires after this time, which is far longer than any change.
const staleMs = 5_000;

// About 20 s in all, well beyond the expiry of a dead process's lock.
const retries = { retries: 200, factor: 1.5, minTimeout: 10, maxTimeout: 100, randomize: true };

/** Other processes held the lock for too long. */
export const profilesBusy = (lock: string): Failure =>
  busy(`another process is changing the profiles (it holds ${lock})`, 'Try again in a moment.');

/** Runs a change under the lock of the directory. The change is synchronous, so it can't outlast its lock. */
const underLock = async <Result>(directory: string, change: () => Result): Promise<Result> => {
  const { lock } = await import('proper-lockfile');
  const lockfilePath = join(directory, 'lock');
  const release = await lock(directory, {
    lockfilePath,
    realpath: false,
    stale: staleMs,
    retries,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') throw profilesBusy(lockfilePath);
    return orUnusable(lockfilePath, 'written', configVariable, () => {
      throw error;
    });
  });
  try {
    return change();
  } finally {
    await release();
  }
};
