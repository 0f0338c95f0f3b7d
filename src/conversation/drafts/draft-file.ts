import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFile } from 'atomically';
import { UnusableFile } from '../../profiles/files/errors.ts';
import { makePrivateDirectory, readPrivateFile } from '../../profiles/files/private-file.ts';
import { type Draft, draft } from './draft.ts';
import { DamagedDraft, UnkeptDraft } from './errors.ts';

/** What somebody was answering questions about. */
export type Subject = 'listing' | 'shipment';

/** The one draft on a subject for a service, on disk for its owner alone. What the system refuses throws UnkeptDraft. */
export interface DraftFile {
  /** The draft, where there is one. Throws DamagedDraft where the file holds none. */
  read(): Promise<Draft | undefined>;
  /** Puts a draft on disk, whole or not at all, in place of the one before. */
  write(kept: Draft): Promise<void>;
  remove(): Promise<void>;
  /** Moves a damaged file out of the way, and returns its new path. */
  setAside(): Promise<string>;
}

/** The draft on a subject for the service at an origin. `notify` is told where a file was open to others, and was closed to them. */
export const draftFile = (
  stateDirectory: string,
  origin: string,
  subject: Subject,
  notify: (notice: string) => void,
): DraftFile => {
  const ending = subject === 'listing' ? 'json' : `${subject}.json`;
  const path = join(stateDirectory, 'drafts', `${encodeURIComponent(origin)}.${ending}`);
  return {
    read: () => kept(path, async () => parsed(readPrivateFile(path, notify), path)),
    write: (written) =>
      kept(path, async () => {
        makePrivateDirectory(dirname(path), notify);
        await writeFile(path, `${JSON.stringify(written, undefined, 2)}\n`, { mode: 0o600 });
      }),
    remove: () => kept(path, () => rm(path, { force: true })),
    setAside: () =>
      kept(path, async () => {
        const aside = `${path}.damaged`;
        await rename(path, aside);
        return aside;
      }),
  };
};

const parsed = (text: string | undefined, path: string): Draft | undefined => {
  if (text === undefined) return undefined;
  const { success, data } = draft.safeParse(contentOf(text));
  if (!success) throw new DamagedDraft(path);
  return data;
};

const contentOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is as damaged as JSON of another shape.
    return undefined;
  }
};

const kept = async <Result>(path: string, act: () => Promise<Result>): Promise<Result> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UnusableFile) throw new UnkeptDraft(error.message, { cause: error });
    const { code, errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new UnkeptDraft(`${path} can't be written (${code})`, { cause: error });
  }
};
