import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncDirectory } from '../disk/folders.ts';
import { isOwnFolder, makeOwnFolder, readOwnFile } from '../disk/own-files.ts';
import { writeWhole } from '../disk/whole-file.ts';
import { parsedJson } from '../json/exact.ts';
import { proposal } from '../words/advice.ts';
import { runLine } from '../words/resale-line.ts';
import { ownRuns } from './directory.ts';
import { anotherRun } from './errors.ts';
import { writing } from './rows/bytes.ts';
import { hashFile } from './rows/row-file.ts';

/*
 * The rows that a stopped run wrote to --failed-out can be sent in two ways: another run is begun with the file, or the run goes
 * on. For each such file there is a note, named by the file's SHA-256 and the run. Whoever is about to send the rows renames it
 * first, which only one process can do; the other one is refused. A plan made from such a file gets a note, too. Notes stay when
 * runs are pruned, since the files may still be there.
 */

type Standing = 'open' | 'fed' | 'taken-back';

interface Note {
  standing: Standing;
  sha256: string;
  run: string;
  path: string;
  /** It has all rows of the run's own input, byte by byte. */
  isWhole?: boolean;
  begun?: string;
}

type File = Pick<Note, 'path' | 'sha256'>;

const folderIn = (state: string): string => join(state, 'handed-out');

const fileOf = (state: string, { standing, sha256, run }: Omit<Note, 'path'>): string =>
  join(folderIn(state), `${standing}.${sha256}.${run}`);

/** The notes about these rows: of a run, or in a file of this hash. */
const notesOn = (state: string, about: { run: string } | { sha256: string }): Note[] => {
  const folder = folderIn(state);
  if (!isOwnFolder(folder, ownRuns)) return [];
  return readdirSync(folder).flatMap((file) => {
    const [, standing, sha256 = '', run = ''] =
      /^(open|fed|taken-back)\.([0-9a-f]{64})\.(.+)$/.exec(file) ?? [];
    if (standing === undefined || !('run' in about ? run === about.run : sha256 === about.sha256)) return [];
    const said = parsedJson(readOwnFile(join(folder, file)) ?? '') as Partial<Note> | undefined;
    return [{ path: 'a file', ...said, standing: standing as Standing, sha256, run }];
  });
};

const writeNote = async (state: string, note: Note): Promise<void> => {
  const { path, isWhole, begun } = note;
  await writeWhole(fileOf(state, note), [JSON.stringify({ path, isWhole, begun })], { mode: 0o600 });
  await syncDirectory(folderIn(state));
};

/** Whether this process was the one that renamed the note. */
const claim = async (state: string, note: Note, standing: Standing): Promise<boolean> => {
  try {
    renameSync(fileOf(state, note), fileOf(state, { ...note, standing }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  await syncDirectory(folderIn(state));
  return true;
};

/** Notes that a file has the rows of a stopped run. Call it before the file is there. */
export const handOut = (state: string, run: string, file: File, isWhole: boolean): Promise<void> =>
  writing(folderIn(state), async () => {
    makeOwnFolder(folderIn(state), ownRuns);
    await writeNote(state, { ...file, run, isWhole, standing: 'open' });
    for (const standing of ['fed', 'taken-back'] as const)
      rmSync(fileOf(state, { ...file, run, standing }), { force: true });
  });

/** Whether another run was begun with the rows that a stopped run had left: nothing can go on with it. */
export const wasHandedOn = (state: string, run: string): boolean =>
  notesOn(state, { run }).some(({ standing }) => standing === 'fed');

/** Refuses a run that goes on if another one was begun with its rows. Otherwise they are its own, unless it is only asked. */
export const takeBack = async (state: string, run: string, isAsked = false): Promise<void> => {
  for (const note of notesOn(state, { run })) {
    if (note.standing === 'taken-back') continue;
    if (note.standing === 'open' && (isAsked || (await claim(state, note, 'taken-back')))) continue;
    const { path, begun } = note;
    throw anotherRun(
      `the rows that the run had not sent were written to ${path}, and ${begun ? `run ${begun}` : 'another run'} was begun with them`,
      begun ? proposal('To see that run:', runLine('show', { run: begun })) : undefined,
    );
  }
};

/**
 * Notes that a run is begun with a file, and refuses it if the run that wrote the file has gone on with its rows since. Equal
 * rows in another place may be new ones. They are taken for a copy if the file is no copy of the run's own input, either, and to
 * apply it twice would not come to the same (`isRepeatable`).
 */
export const feed = async (
  state: string,
  begun: string,
  file: File,
  isRepeatable: boolean,
): Promise<void> => {
  for (const note of openNotes(state, file, isRepeatable))
    if (await claim(state, note, 'fed')) await writeNote(state, { ...note, standing: 'fed', begun });
    else await feed(state, begun, file, isRepeatable);
};

/** Notes that a plan was made from the file at a path. Call it before the plan is there. */
export const handOn = async (state: string, path: string, plan: File): Promise<void> => {
  // Without any note, the file need not be read once more.
  if (!isOwnFolder(folderIn(state), ownRuns)) return;
  const { sha256 } = await hashFile(path);
  for (const { run } of openNotes(state, { path, sha256 }, false)) await handOut(state, run, plan, false);
};

/** The open notes about the rows of a file. Refuses a file whose rows were taken back. */
const openNotes = (state: string, { path, sha256 }: File, isRepeatable: boolean): Note[] => {
  const notes = notesOn(state, { sha256 });
  const taken = notes.find(
    ({ standing, path: written, isWhole }) =>
      standing === 'taken-back' && (written === path || !(isRepeatable || isWhole)),
  );
  if (taken === undefined) return notes.filter(({ standing }) => standing === 'open');
  throw anotherRun(
    `run ${taken.run} has gone on with the rows of ${basename(taken.path)} since it wrote them`,
    proposal('To write what is left of them:', runLine('resume', { run: taken.run }, { failedOut: 'FILE' })),
  );
};
