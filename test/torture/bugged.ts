import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** A mistake that somebody could make in the sources. */
export interface Bug {
  /** The file, as its path ends. */
  file: string;
  /** What stands there once, and what the mistake makes of it. */
  right: string;
  wrong: string;
}

export const bugs = {
  /** An adjustment whose answer was lost is sent again. */
  sentAgain: {
    file: 'src/inventory/change.ts',
    right: 'throw await lostAdjustment(client, { id, delta, from: before }, error, patience);',
    wrong: 'return adjustInventory(client, id, delta, before, patience);',
  },
  /** What is about to be sent is written down when it was sent. */
  intendedLate: {
    file: 'src/bulk/runner.ts',
    right: "await journal.append({ kind: 'intent', row, line, ...what }, Math.ceil(slots.taken / 2));",
    wrong: "setTimeout(() => journal.append({ kind: 'intent', row, line, ...what }), 1_000);",
  },
  /** What is written is not put on the disk. */
  notSynced: {
    file: 'src/bulk/journal/journal.ts',
    right: 'await this.#file.datasync();',
    wrong: '',
  },
} satisfies Record<string, Bug>;

export type BugName = keyof typeof bugs;

/** The tool with all the bugs in it, each asleep. */
export interface Bugged {
  /** The file that starts the tool with one of them awake. */
  binWith(bug: BugName): string;
  remove(): Promise<void>;
}

/** Builds the tool with the bugs, into a folder of its own. */
export const buildBugged = async (root: string): Promise<Bugged> => {
  const folder = await mkdtemp(join(tmpdir(), 'resale-bug-'));
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts' },
    platform: 'node',
    plugins: [plantBugs()],
  });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
  await bundle.write({ dir: join(folder, 'dist'), format: 'cjs', ...names });
  await bundle.close();
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  const binWith = (bug: BugName) => join(folder, 'bin', `${bug}.js`);
  for (const bug of Object.keys(bugs) as BugName[])
    await writeFile(binWith(bug), `globalThis.bug = '${bug}';\nrequire('./resale.js');\n`);
  return { binWith, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
};

const plantBugs = (): Plugin => ({
  name: 'plant-bugs',
  transform(code, id) {
    let planted = code;
    for (const [name, { file, right, wrong }] of Object.entries(bugs)) {
      if (!id.endsWith(file)) continue;
      if (code.split(right).length !== 2) throw new Error(`${file} no longer says this once: ${right}`);
      planted = planted.replace(right, () => `if (globalThis.bug === '${name}') {${wrong}} else {${right}}`);
    }
    return planted === code ? undefined : planted;
  },
});
