import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import { type Plugin, rolldown } from 'rolldown';
import { type BugName, bugs } from './bugs.ts';

/** The tool with all the bugs in it, each asleep. */
export interface Bugged {
  /** The file that starts the tool with one of them awake. */
  binWith(bug: BugName): string;
  /** Does something with one of them awake in this process. */
  awake<Done>(bug: BugName, act: (bin: string) => Promise<Done>): Promise<Done>;
  remove(): Promise<void>;
}

// What is set there holds in every thread that is started later.
const threads = "process.getBuiltinModule('node:worker_threads')";

/** Builds the tool with the bugs, into a folder of its own. */
export const buildBugged = async (root: string): Promise<Bugged> => {
  const folder = await mkdtemp(join(tmpdir(), 'resale-bug-'));
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts', jq: 'src/jq/worker.ts' },
    platform: 'node',
    plugins: [plantBugs()],
  });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
  await bundle.write({ dir: join(folder, 'dist'), format: 'cjs', ...names });
  await bundle.close();
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  const binWith = (bug: BugName) => join(folder, 'bin', `${bug}.js`);
  for (const bug of Object.keys(bugs) as BugName[])
    await writeFile(
      binWith(bug),
      `${threads}.setEnvironmentData('bug', '${bug}');\nrequire('./resale.js');\n`,
    );
  const awake: Bugged['awake'] = async (bug, act) => {
    setEnvironmentData('bug', bug);
    return act(join(folder, 'bin', 'resale.js')).finally(() => setEnvironmentData('bug'));
  };
  return { binWith, awake, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
};

const withBug = (name: string, right: string, wrong: string): string => {
  const isAwake = `${threads}.getEnvironmentData('bug') === '${name}'`;
  return right.endsWith(';')
    ? `if (${isAwake}) {${wrong}} else {${right}}`
    : `(${isAwake} ? ${wrong} : ${right})`;
};

const plantBugs = (): Plugin => ({
  name: 'plant-bugs',
  transform(code, id) {
    let planted = code;
    for (const [name, { file, right, wrong }] of Object.entries(bugs)) {
      if (!id.endsWith(file)) continue;
      if (code.split(right).length !== 2) throw new Error(`${file} no longer says this once: ${right}`);
      planted = planted.replace(right, () => withBug(name, right, wrong));
    }
    return planted === code ? undefined : planted;
  },
});
