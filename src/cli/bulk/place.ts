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

/** What a run is asked to do, as far as its manifest has to be told. */
interface BegunRun extends Pick<Manifest, 'operation' | 'rows' | 'options'> {
  file: RowFile;
  shard?: Shard | undefined;
  /** The run that it takes back. */
  undoes?: string;
}

/** Where a run's rows are: a file of the user's, or what came through a pipe, which is kept so that it can be read again. */
export interface Place {
  path: string;
  /** The name of the run; of one that sends nothing, a word in its place. */
  runId(): Promise<string>;
  /** Makes the run's directory, where there is none yet, and writes its manifest. From then on it is kept. */
  begin(run: BegunRun): Promise<RunDirectory>;
  /** Removes what was made, since nothing was sent. */
  discard(): Promise<void>;
}

/** The place of what --from names: a file, or what can be read only once: stdin with `-`, a pipe. */
export const openPlace = async (
  invocation: Invocation,
  from: string,
  sendsNothing: boolean,
): Promise<Place> => {
  const { stdin, cwd, interruption } = invocation.io;
  const path = resolve(cwd, from);
  if (from === '-') return openPlaceFor(invocation, sendsNothing, (spooled) => spool(stdin, spooled));
  if (await readsOnce(path))
    return openPlaceFor(invocation, sendsNothing, (spooled) =>
      spool(namedBytes(path, interruption), spooled),
    );
  return placeOf(invocation, sendsNothing, path, undefined, undefined);
};

/** A place for an input that is made now: in the run's directory, or in a temporary one where nothing will be sent. */
export const openPlaceFor = async (
  invocation: Invocation,
  sendsNothing: boolean,
  make: (path: string) => Promise<void>,
): Promise<Place> => {
  const temporary = sendsNothing ? await mkdtemp(join(tmpdir(), 'resale-plan-')) : undefined;
  const directory = sendsNothing ? undefined : await newRunDirectory(invocation);
  const path = directory?.input ?? join(temporary ?? '', 'input');
  const place = placeOf(invocation, sendsNothing, path, directory, temporary);
  try {
    await make(path);
    return place;
  } catch (error) {
    await place.discard();
    throw error;
  }
};

const placeOf = (
  invocation: Invocation,
  sendsNothing: boolean,
  path: string,
  made: RunDirectory | undefined,
  temporary: string | undefined,
): Place => {
  const isKept = made !== undefined;
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
