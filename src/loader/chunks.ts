import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Compiled } from './keep-code.ts';
import { codeFolder, keptCode } from './kept-code.ts';

/** A module in the function in which Node calls any file of CommonJS. */
type Wrapped = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads the chunks in a folder as `require` does, and compiles only those whose compiled code was not kept by an earlier start.
 * `keep` keeps what was compiled, with each function that was called by then, for the next one.
 */
export const chunksIn = (folder: string, env: NodeJS.ProcessEnv, requireNode: (id: string) => unknown) => {
  const place = codeFolder(folder, env);
  if (place === undefined)
    return { load: (name: string): unknown => requireNode(join(folder, name)), keep: async () => {} };

  const compiled: Compiled[] = [];
  const wrapped = (name: string, path: string): Wrapped => {
    const source = readFileSync(path);
    const cachedData = keptCode(place, name, source);
    // In one line with the first one, so that the lines of a stack are those of the file.
    const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
      filename: path,
      ...(cachedData && { cachedData }),
    });
    if (!cachedData || script.cachedDataRejected) compiled.push({ name, source, script });
    return script.runInThisContext() as Wrapped;
  };

  const loaded = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const path = join(folder, name);
    const requireFrom = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : requireNode(id));
    try {
      wrapped(name, path).call(module.exports, module.exports, requireFrom, module, path, folder);
    } catch (error) {
      // Whoever needs it next tries again.
      loaded.delete(name);
      throw error;
    }
    return module.exports;
  };
  const keep = async (): Promise<void> => {
    if (compiled.length === 0) return;
    try {
      const { keepCode } = await import('./keep-code.ts');
      keepCode(place, compiled);
    } catch {
      // By now, the command has succeeded or failed: nothing that happens here may change that.
    }
  };
  return { load, keep };
};
