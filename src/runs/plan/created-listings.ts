import { constants } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { syncDirectory } from '../../files/folders.ts';
import { makeOwnFolder, openOwnFile } from '../../files/own-files.ts';
import { parsedJson } from '../../json/exact.ts';
import { stateVariable } from '../folder/directory.ts';

const created = z.object({
  at: z.number(),
  origin: z.string(),
  clientId: z.optional(z.string()),
  externalIdentifier: z.string(),
  id: z.string(),
  sku: z.optional(z.string()),
});

/** A listing that this machine has created; `at` is in milliseconds since 1970. */
export type CreatedListing = z.infer<typeof created>;

const dayMs = 24 * 3_600_000;

const folderOf = (stateDirectory: string): string => join(stateDirectory, 'created');

/** Files of one day each, by the date in UTC. */
const nameOf = (time: number): string => `${new Date(time).toISOString().slice(0, 10)}.ndjson`;

/**
 * Notes listings that were created at about one time, since the list of the service may show them only later. They survive a power
 * failure. Only the files of the last two days are kept.
 */
export const noteCreated = async (
  stateDirectory: string,
  listings: readonly [CreatedListing, ...CreatedListing[]],
): Promise<void> => {
  const folder = folderOf(stateDirectory);
  makeOwnFolder(folder, stateVariable);
  const [{ at }] = listings;
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const file = await openOwnFile(join(folder, nameOf(at)), flags);
  try {
    const { size } = await file.stat();
    await file.appendFile(listings.map((listing) => `${JSON.stringify(listing)}\n`).join(''));
    await file.datasync();
    if (size > 0) return;
  } finally {
    await file.close();
  }
  await syncDirectory(folder);
  await syncDirectory(stateDirectory);
  const oldest = nameOf(at - dayMs);
  for (const name of await readdir(folder)) if (name < oldest) await rm(join(folder, name));
};

/** The listings that this machine has created for a service and client within a day. */
export const createdLately = async (
  stateDirectory: string,
  { origin, clientId }: Pick<CreatedListing, 'origin' | 'clientId'>,
  now: number,
): Promise<CreatedListing[]> => {
  const listings: CreatedListing[] = [];
  for (const day of [now - dayMs, now]) {
    for (const line of (await textOf(join(folderOf(stateDirectory), nameOf(day)))).split('\n')) {
      // A line that a crash has cut says nothing.
      const { success, data } = created.safeParse(parsedJson(line));
      if (!success || data.origin !== origin || data.clientId !== clientId) continue;
      if (Math.abs(now - data.at) <= dayMs) listings.push(data);
    }
  }
  return listings;
};

const textOf = async (path: string): Promise<string> => {
  try {
    const file = await openOwnFile(path);
    return await file.readFile('utf8').finally(() => file.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
};
