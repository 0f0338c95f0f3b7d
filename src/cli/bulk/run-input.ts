import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import { writeManifest } from '../../bulk/journal/manifest.ts';
import { journalStart } from '../../bulk/journal/read.ts';
import { Replay } from '../../bulk/journal/replay.ts';
import { hashFile } from '../../bulk/rows/row-file.ts';
import { readsOnce, spool } from '../../bulk/rows/spool.ts';
import { namedBytes } from '../../disk/named-bytes.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Invocation } from '../invocation.ts';
import { version } from '../version.ts';
import type { Recording } from './session.ts';

/** A run with a name of its user that is locked, and of which nothing is written yet. */
export interface NewRun {
  directory: RunDirectory;
  lock: RunLock;
}

/** The recording of a new run, and its rows: a file of the user, or a copy of piped input so that it can be read again. */
interface RunInput extends Recording {
  path: string;
}

/** Opens the input that --from names: a file, a pipe, or stdin with `-`. */
export const openRunInput = async (
  invocation: Invocation,
  from: string,
  sendsNothing: boolean,
  made?: NewRun,
): Promise<RunInput> => {
  const { stdin, cwd, interruption } = invocation.io;
  const path = resolve(cwd, from);
  const copyOf = (bytes: AsyncIterable<Uint8Array>) =>
    openGeneratedInput(invocation, sendsNothing, (spooled) => spool(bytes, spooled), made);
  if (from === '-') return copyOf(stdin);
  if (await readsOnce(path)) return copyOf(namedBytes(path, interruption));
  return runInputOf(invocation, sendsNothing, path, made);
};

/** Creates an input file: in the run's directory, or in a temporary one if nothing will be sent. */
export const openGeneratedInput = async (
  invocation: Invocation,
  sendsNothing: boolean,
  make: (path: string) => Promise<void>,
  made: Partial<NewRun> = {},
): Promise<RunInput> => {
  const temporary = sendsNothing ? await mkdtemp(join(tmpdir(), 'resale-plan-')) : undefined;
  const directory = sendsNothing ? undefined : (made.directory ?? (await newRunDirectory(invocation)));
  const path = directory?.input ?? join(temporary ?? '', 'input');
  const input = runInputOf(invocation, sendsNothing, path, { ...made, directory }, temporary);
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
  { directory, lock }: { directory?: RunDirectory | undefined; lock?: RunLock } = {},
  temporary?: string,
): RunInput => {
  const isKept = path === directory?.input;
  const state = new Replay();
  const made = async () => (directory ??= await newRunDirectory(invocation));
  return {
    path,
    hasBegun: false,
    state,
    journalEnd: journalStart,
    lock,
    id: async () => (sendsNothing ? 'plan' : (await made()).id),
    async begin({ format, ...asked }) {
      const { name, origin, clientId } = await invocation.profile();
      const { sha256, size } = await hashFile(path);
      state.rows = asked.rows;
      await writeManifest(await made(), {
        version: 1,
        tool: version,
        ...asked,
        profile: name,
        origin,
        clientId: clientId,
        input: { path: isKept ? undefined : path, sha256, size, format },
        createdAt: new Date().toISOString(),
      });
      return made();
    },
    async discard() {
      for (const path of [directory?.path, temporary])
        if (path !== undefined) await rm(path, { recursive: true, force: true });
      await lock?.release();
    },
  };
};

const newRunDirectory = ({ io }: Invocation): Promise<RunDirectory> =>
  createRunDirectory(stateDirectory(io.env));
