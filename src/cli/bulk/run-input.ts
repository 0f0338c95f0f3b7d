import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import { type Manifest, writeManifest } from '../../bulk/journal/manifest.ts';
import type { Shard } from '../../bulk/keys.ts';
import { hashFile, type RowFile } from '../../bulk/rows/row-file.ts';
import { readsOnce, spool } from '../../bulk/rows/spool.ts';
import { namedBytes } from '../../disk/named-bytes.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Invocation } from '../invocation.ts';
import { version } from '../version.ts';

/** What the manifest records of a new run. */
interface BegunRun extends Pick<Manifest, 'operation' | 'rows' | 'options'> {
  file: RowFile;
  shard?: Shard | undefined;
  /** The run that it undoes. */
  undoes?: string;
}

/** The input of a run: a file of the user, or a copy of piped input so that it can be read again. */
interface RunInput {
  path: string;
  /** The name of the run; `plan` if nothing will be sent. */
  runId(): Promise<string>;
  /** Creates the run's directory if needed, and writes its manifest. From then on the run is kept. */
  begin(run: BegunRun): Promise<RunDirectory>;
  /** Removes what was created, if nothing was sent. */
  discard(): Promise<void>;
}

/** Opens the input that --from names: a file, a pipe, or stdin with `-`. `into` is the run's directory if it is there. */
export const openRunInput = async (
  invocation: Invocation,
  from: string,
  sendsNothing: boolean,
  into?: RunDirectory,
): Promise<RunInput> => {
  const { stdin, cwd, interruption } = invocation.io;
  const path = resolve(cwd, from);
  const copyOf = (bytes: AsyncIterable<Uint8Array>) =>
    openGeneratedInput(invocation, sendsNothing, (spooled) => spool(bytes, spooled), into);
  if (from === '-') return copyOf(stdin);
  if (await readsOnce(path)) return copyOf(namedBytes(path, interruption));
  return runInputOf(invocation, sendsNothing, path, into, undefined);
};

/** Creates an input file: in the run's directory, or in a temporary one if nothing will be sent. */
export const openGeneratedInput = async (
  invocation: Invocation,
  sendsNothing: boolean,
  make: (path: string) => Promise<void>,
  into?: RunDirectory,
): Promise<RunInput> => {
  const temporary = sendsNothing ? await mkdtemp(join(tmpdir(), 'resale-plan-')) : undefined;
  const directory = sendsNothing ? undefined : (into ?? (await newRunDirectory(invocation)));
  const path = directory?.input ?? join(temporary ?? '', 'input');
  const input = runInputOf(invocation, sendsNothing, path, directory, temporary);
  try {
    await make(path);
    return input;
  } catch (error) {
    await input.discard();
    throw error;
  }
};

const runInputOf = (
  invocation: Invocation,
  sendsNothing: boolean,
  path: string,
  made: RunDirectory | undefined,
  temporary: string | undefined,
): RunInput => {
  const isKept = path === made?.input;
  let directory = made;
  return {
    path,
    async runId() {
      if (sendsNothing) return 'plan';
      directory ??= await newRunDirectory(invocation);
      return directory.id;
    },
    async begin({ file, shard, undoes, ...asked }) {
      directory ??= await newRunDirectory(invocation);
      const { name, origin } = await invocation.profile();
      const { sha256, size } = await hashFile(path);
      await writeManifest(directory, {
        version: 1,
        tool: version,
        ...asked,
        profile: name,
        origin,
        input: { path: isKept ? undefined : path, sha256, size, format: file.format },
        ...(shard ? { shard } : {}),
        ...(undoes ? { undoes } : {}),
        createdAt: new Date().toISOString(),
      });
      return directory;
    },
    async discard() {
      for (const path of [directory?.path, temporary])
        if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
};

const newRunDirectory = ({ io }: Invocation): Promise<RunDirectory> =>
  createRunDirectory(stateDirectory(io.env));
