import { existsSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { onConflictChoices } from '../../changes/errors.ts';
import { syncDirectory } from '../../disk/folders.ts';
import { readOwnFile } from '../../disk/own-files.ts';
import { writeWhole } from '../../disk/whole-file.ts';
import { parsedJson } from '../../json/exact.ts';
import type { RunDirectory } from '../directory.ts';
import { asDamage, DamagedRun, NotBegun } from './errors.ts';

const toggle = z.optional(z.boolean());
const number = z.optional(z.number());

/** The flags of a run that decide how its rows are read, checked and sent, and the answer to its question. */
const runOptions = z.object({
  direct: toggle,
  anyConstants: toggle,
  deriveExternalId: toggle,
  currency: z.optional(z.string()),
  onConflict: z.enum(onConflictChoices),
  sheet: z.optional(z.string()),
  skipInvalid: toggle,
  ignoreExtra: toggle,
  concurrency: number,
  maxClose: number,
  maxChange: number,
  /** How long an unconfirmed change is let rest, in seconds. */
  settle: number,
  defaults: z.optional(z.record(z.string(), z.unknown())),
  /** Whether a row may close its listing although the plan did not say so. */
  mayClose: toggle,
});

export type RunOptions = z.infer<typeof runOptions>;

const manifestFile = z.object({
  version: z.literal(1),
  tool: z.string(),
  operation: z.string(),
  options: runOptions,
  /** Undefined if the credentials came from the environment. */
  profile: z.optional(z.string()),
  origin: z.string(),
  clientId: z.optional(z.string()),
  input: z.object({
    /** Undefined if the input came through a pipe: the run's directory then has a copy. */
    path: z.optional(z.string()),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    size: z.int().check(z.minimum(0)),
    format: z.string(),
  }),
  rows: z.int().check(z.minimum(0)),
  shard: z.optional(z.object({ index: z.int().check(z.minimum(1)), count: z.int().check(z.minimum(1)) })),
  createdAt: z.string(),
  undoes: z.optional(z.string()),
  /** When the run that it undoes began, since another one may have its name later; and how often that had been resumed by then. */
  undoneBegan: z.optional(z.string()),
  undoneEpoch: z.optional(z.int()),
});

/** What a run was asked to do, with which input. `runs resume` checks against it. */
export type Manifest = z.infer<typeof manifestFile>;

export const writeManifest = async (directory: RunDirectory, manifest: Manifest): Promise<void> => {
  await writeWhole(directory.manifest, [`${JSON.stringify(manifest, undefined, 2)}\n`], { mode: 0o600 });
  await syncDirectory(directory.path);
};

/** Whether a run may have sent something. Otherwise it is being planned, or was stopped before that. */
export const hasBegun = ({ manifest, journal }: RunDirectory): boolean =>
  existsSync(manifest) || (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Throws `NotBegun`, or `DamagedRun` if the manifest is missing or invalid. */
export const readManifest = async (directory: RunDirectory): Promise<Manifest> => {
  if (!hasBegun(directory)) throw new NotBegun(directory.id);
  const { manifest: path } = directory;
  const content = parsedJson(textOf(path));
  if (content === undefined) throw new DamagedRun(path, 'it is not JSON');
  const { success, data, error } = manifestFile.safeParse(content);
  if (success) return data;
  if (z.object({ version: z.int().check(z.minimum(2)) }).safeParse(content).success)
    throw new DamagedRun(path, 'a later version of resale wrote it');
  const field = error.issues[0]?.path.join('.');
  throw new DamagedRun(path, field ? `its field ${field} is invalid` : 'it is not a JSON object');
};

const textOf = (path: string): string => {
  let text: string | undefined;
  try {
    text = readOwnFile(path);
  } catch (error) {
    throw asDamage(path, error);
  }
  if (text === undefined) throw new DamagedRun(path, 'it is missing');
  return text;
};
