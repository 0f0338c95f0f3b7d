import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFile } from 'atomically';
import * as z from 'zod/mini';
import type { Invocation } from '../cli/invocation.ts';
import { UnusableFile } from '../disk/errors.ts';
import { isOwnFolder, makeOwnFolder, readOwnFile } from '../disk/own-files.ts';
import { parsedJson } from '../json/parsed.ts';
import { hasHome, stateDirectory } from '../profiles/directories.ts';
import { InvalidDirectory } from '../profiles/files/errors.ts';
import type { Answers, Subject } from './subject.ts';

/** The answers so far. They contain no keys. */
export interface Draft {
  /** The items that were answered in full. */
  items: readonly Answers[];
  /** The answers about the next one. */
  answers: Answers;
  /** The answers that are offered for its remaining questions: Enter accepts them. */
  offered: Answers;
  /** The question with several texts that was interrupted. */
  unfinished?: string | undefined;
}

/** Whether the answers were not sent yet, were sent, or were refused by the service. */
export type DraftState = 'open' | 'sent' | 'refused';

/** A draft as an earlier run left it. */
export interface FoundDraft extends Draft {
  state: DraftState;
  /** When it was last saved, as an ISO date. */
  at: string;
}

/** For each flag, the texts that would be typed for it; empty if the user wants none. */
const texts = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The file of a draft. A draft about a single item has it in `answers`, even if it is complete. */
const written = z.object({
  version: z.literal(1),
  at: z.iso.datetime(),
  state: z.enum(['open', 'sent', 'refused']),
  items: z.exactOptional(z.array(texts)),
  answers: texts,
  defaults: texts,
  unfinished: z.exactOptional(z.string()),
});

/** The only draft on a subject, kept from one run to the next, and readable only by its owner. */
export interface DraftFile {
  /** What the last run left. A damaged file is moved out of the way. */
  find(): Promise<FoundDraft | undefined>;
  /** Replaces the draft on disk atomically. */
  keep(draft: Draft, state?: DraftState): Promise<void>;
  forget(): Promise<void>;
  /** Whether there is a draft for the next run. */
  isThere(): boolean;
}

/**
 * The draft on a subject, kept under a name. If the system refuses to keep it, that is reported once and stops nothing: a
 * draft is only a convenience.
 */
export const draftFile = (
  { io: { env }, warn }: Invocation,
  { name, nextItem }: Pick<Subject, 'name' | 'nextItem'>,
  about: string,
): DraftFile => {
  const place = { variable: 'RESALE_STATE_DIR', notify: warn } as const;
  let isThere = false;
  let canKeep = true;

  const giveUp = (reason: string): undefined => {
    canKeep = false;
    isThere = false;
    warn(`Your answers can't be kept between runs: ${reason}.`);
  };

  const withFile = async <Result>(act: (path: string) => Promise<Result>): Promise<Result | undefined> => {
    if (!canKeep) return undefined;
    if (!env.RESALE_STATE_DIR && !env.XDG_STATE_HOME && !(await hasHome(env)))
      return giveUp('there is no home directory; RESALE_STATE_DIR can name another place');
    // Drafts of listings came first, and have no name of their own.
    const ending = name === 'listing' ? 'json' : `${name}.json`;
    let path = 'the draft';
    try {
      path = join(stateDirectory(env), 'drafts', `${encodeURIComponent(about)}.${ending}`);
      return await act(path);
    } catch (error) {
      if (error instanceof UnusableFile || error instanceof InvalidDirectory) return giveUp(error.message);
      const { code, errno } = error as NodeJS.ErrnoException;
      if (errno === undefined) throw error;
      return giveUp(`${path} can't be written (${code})`);
    }
  };

  return {
    find: () =>
      withFile(async (path) => {
        const text = isOwnFolder(dirname(path), place) ? readOwnFile(path, warn) : undefined;
        if (text === undefined) return undefined;
        const { success, data } = written.safeParse(parsedJson(text));
        isThere = success;
        if (success) {
          const { at, state, items = [], answers, defaults: offered, unfinished } = data;
          return { at, state, items, answers, offered, unfinished };
        }
        await rename(path, `${path}.damaged`);
        warn(`The draft of a ${name} was damaged, and is now ${path}.damaged.`);
        return undefined;
      }),
    async keep({ items, answers, offered, unfinished }, state = 'open') {
      await withFile(async (path) => {
        makeOwnFolder(dirname(path), place);
        const content = {
          version: 1,
          at: new Date().toISOString(),
          state,
          ...(nextItem === undefined ? { answers: items[0] ?? answers } : { items, answers }),
          defaults: offered,
          unfinished,
        };
        await writeFile(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
        isThere = true;
      });
    },
    async forget() {
      await withFile((path) => rm(path, { force: true }));
      isThere = false;
    },
    isThere: () => isThere,
  };
};
