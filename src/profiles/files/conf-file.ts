import { readdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseObject } from './damage.ts';
import { UnusableFile } from './errors.ts';
import { guarded, maxFileBytes } from './guarded-file.ts';

/** Writes a settings file as a whole, for its owner alone: afterwards either the old or the new content is there. */
export type Save = (path: string, content: object) => void;

const serialize = (content: object) => `${JSON.stringify(content, undefined, 2)}\n`;

/**
 * Loads conf, which is slow to load and therefore only there for changes, and gives the function that writes with it.
 * Files must be checked before: conf itself follows links, and reads what is there.
 */
export const loadSave = async (): Promise<Save> => {
  const { default: Conf } = await import('conf');
  return (path, content) => {
    if (Buffer.byteLength(serialize(content)) > maxFileBytes)
      throw new UnusableFile(
        path,
        'would become larger than 1 MiB',
        'Remove profiles that are no longer used',
      );
    guarded(path, 'written', () => {
      const conf = new Conf({
        cwd: dirname(path),
        configName: basename(path, '.json'),
        configFileMode: 0o600,
        projectSuffix: '',
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: false,
        serialize,
        // Its own errors would quote a damaged file.
        deserialize: (text) => parseObject(text, path) as Record<string, unknown>,
      });
      conf.store = { ...content };
    });
  };
};

/** Removes what a process that died while it wrote has left behind; only for who holds the lock. */
export const removeLeftovers = (directory: string): void =>
  guarded(directory, 'written', () => {
    for (const name of readdirSync(directory))
      if (/^(config|credentials)\.json\.tmp-/.test(name)) unlinkSync(join(directory, name));
  });
