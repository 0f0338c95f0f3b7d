import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { compileFunction } from 'node:vm';

/** What the code of the tool finds where it looks for the world: a process with another world loads it anew. */
export type World = Readonly<Record<string, unknown>>;

type Load = (name: string) => unknown;
type Chunk = (...given: unknown[]) => unknown;

const require = createRequire(import.meta.url);

/**
 * The built tool, compiled once: a folder of CommonJS chunks. Each simulated process evaluates those that it loads, with globals and
 * modules of its own, so that nothing of one process is seen by another, and nothing of the tool or of a library can reach the
 * machine on which the simulator runs by another way.
 */
export class Program {
  readonly #folder: string;
  readonly #chunks = new Map<string, Chunk>();
  #globals: readonly string[] = [];
  readonly #shared: readonly string[];
  readonly #loadShared: Load;

  /** `shared` are the chunks that all processes share; those find the simulator's own globals. */
  constructor(folder: string, shared: readonly string[]) {
    this.#folder = folder;
    this.#shared = shared;
    this.#loadShared = this.#loader(globalThis as unknown as World, {}, (name) => this.#loadShared(name));
  }

  /** A way to load chunks for one process: `globals` by their names, and modules in place of Node's. */
  load(globals: World, modules: World): Load {
    this.#globals = Object.keys(globals);
    const own = this.#loader(globals, modules, (name) => load(name));
    const load: Load = (name) => (this.#shared.includes(name) ? this.#loadShared(name) : own(name));
    return load;
  }

  #loader(globals: World, modules: World, other: Load): Load {
    const loaded = new Map<string, { exports: unknown }>();
    const requireFrom = (name: string): unknown => {
      if (name.startsWith('./')) return other(basename(name));
      const plain = name.replace(/^node:/, '');
      return Object.hasOwn(modules, plain) ? modules[plain] : require(name);
    };
    return (name) => {
      const known = loaded.get(name);
      if (known) return known.exports;
      const module = { exports: {} };
      loaded.set(name, module);
      const path = join(this.#folder, name);
      const values = this.#globals.map((global) => globals[global]);
      this.#chunk(name).call(
        module.exports,
        module,
        module.exports,
        requireFrom,
        path,
        this.#folder,
        ...values,
      );
      return module.exports;
    };
  }

  #chunk(name: string): Chunk {
    const known = this.#chunks.get(name);
    if (known) return known;
    const parameters = ['module', 'exports', 'require', '__filename', '__dirname', ...this.#globals];
    const filename = join(this.#folder, name);
    // In a block, since a chunk may have a name of its own for what is a global.
    const code = `{${readFileSync(filename, 'utf8')}\n}`;
    const compiled = compileFunction(code, parameters, { filename }) as Chunk;
    this.#chunks.set(name, compiled);
    return compiled;
  }
}
