import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
    right: "await journal.append({ kind: 'intent', row, line, ...what });",
    wrong: "setTimeout(() => journal.append({ kind: 'intent', row, line, ...what }), 100);",
  },
  /** What is written is not put on the disk. */
  notSynced: {
    file: 'src/bulk/journal/journal.ts',
    right: 'await this.#file.datasync();',
    wrong: '',
  },
} satisfies Record<string, Bug>;

/** Builds the tool with a mistake in it, into a folder of its own, and gives the file that starts it. */
export const buildWith = async (
  root: string,
  bug: Bug,
): Promise<{ bin: string; remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'resale-bug-'));
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts' },
    platform: 'node',
    plugins: [mistake(bug)],
  });
  await bundle.write({
    dir: join(folder, 'dist'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  });
  await bundle.close();
  await mkdir(join(folder, 'bin'));
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { bin: join(folder, 'bin', 'resale.js'), remove };
};

const mistake = ({ file, right, wrong }: Bug): Plugin => ({
  name: 'mistake',
  transform(code, id) {
    if (!id.endsWith(file)) return undefined;
    if (code.split(right).length !== 2) throw new Error(`${file} does not say this once any more: ${right}`);
    return code.replace(right, () => wrong);
  },
});
