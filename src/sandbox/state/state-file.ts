import { realpath } from 'node:fs/promises';
import * as z from 'zod/mini';
import { strangeFile } from '../../failure/kinds.ts';
import { ifMissing, UnusableFile } from '../../files/file-error.ts';
import { openOwnFile } from '../../files/own-files.ts';
import { isLinkedByOthers } from '../../files/who-else.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { parsedJson } from '../../json/exact.ts';
import { type Contents, storedListing } from './stored-listings.ts';

const stateFile = z.object({
  format: z.literal('resale sandbox 1'),
  seeded: z.int().check(z.minimum(0)),
  listings: z
    .array(storedListing)
    .check(z.refine((listings) => new Set(listings.map(({ id }) => id)).size === listings.length)),
}) satisfies z.ZodMiniType<Contents & { format: string }>;

/** The contents of a state file, if it exists. A damaged file is not quoted. */
export const readStateFile = async (file: string): Promise<Contents | undefined> => {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  const read = stateFile.safeParse(parsedJson(text));
  if (!read.success)
    throw strangeFile(
      `${file} is not the state of a sandbox, or it is damaged`,
      'It was left as it is. Move it away to start afresh.',
    );
  const { seeded, listings } = read.data;
  return { seeded, listings };
};

const textOf = async (path: string): Promise<string | undefined> => {
  if (isLinkedByOthers(path))
    throw new UnusableFile(path, "is reached through another user's symbolic link", 'Name another file');
  const file = await realpath(path).then(openOwnFile).catch(ifMissing(undefined));
  return file?.readFile('utf8').finally(() => file.close());
};

/** Writes one version at a time. Changes during a write share the next one. */
export const fileKeeper = (file: string, contents: Contents) => {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = () =>
    writeWhole(file, [`${JSON.stringify({ format: 'resale sandbox 1', ...contents })}\n`], { mode: 0o600 });
  const begin = () => {
    running = next ?? running;
    next = undefined;
    return write();
  };
  return {
    /**
     * Resolves after a write that started after this call. A failed write rejects its own callers; the next one starts anyway.
     */
    keep: () => (next ??= running.then(begin, begin)),
    /** Resolves once no write is running or pending. */
    settled: () => next ?? running,
  };
};

export type Keeper = ReturnType<typeof fileKeeper>;

export const noKeeper: Keeper = { keep: async () => {}, settled: async () => {} };
