import { hasHome } from '../cli/has-home.ts';
import type { Invocation } from '../cli/invocation.ts';
import { InvalidDirectory } from '../profiles/files/errors.ts';
import type { Answers } from './answers.ts';
import type { Draft } from './drafts/draft.ts';
import type { Subject } from './drafts/draft-file.ts';
import { DamagedDraft, UnkeptDraft } from './drafts/errors.ts';

/** How far somebody came with the questions. */
export interface Progress<Name extends string = string> {
  /** What was said of the items of a shipment before this one. */
  items?: readonly Answers[];
  answers: Answers;
  /** What is offered as an answer: Enter takes it. */
  defaults: Answers;
  /** The flag whose texts were being asked for, one after the other. */
  unfinished?: Name | undefined;
}

/** The answers of what is not sent yet, kept from one run to the next. */
export interface KeptAnswers {
  /** What the last run left. */
  found(): Promise<Draft | undefined>;
  keep(progress: Progress, state?: Draft['state']): Promise<void>;
  forget(): Promise<void>;
  /** Whether there is something that the next run will find. */
  areThere(): boolean;
}

/**
 * The kept answers on a subject for the service that holds. What can't be kept is told once, and no reason to stop: the draft is for
 * the comfort of whoever answers.
 */
export const keptAnswers = async (invocation: Invocation, subject: Subject): Promise<KeptAnswers> => {
  const [{ draftFile }, { stateDirectory }] = await Promise.all([
    import('./drafts/draft-file.ts'),
    import('../profiles/directories.ts'),
  ]);
  const { origin } = await invocation.profile();
  const { env } = invocation.io;
  const openFile = async () => {
    if (!env.RESALE_STATE_DIR && !env.XDG_STATE_HOME && !(await hasHome(env)))
      throw new UnkeptDraft('there is no home directory; RESALE_STATE_DIR can name one for them');
    return draftFile(stateDirectory(env), origin, subject, invocation.warn);
  };
  let areThere = false;
  let canKeep = true;

  const orTell = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    if (!canKeep) return undefined;
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof UnkeptDraft || error instanceof InvalidDirectory)) throw error;
      canKeep = false;
      areThere = false;
      invocation.warn(`Your answers can't be kept between runs: ${error.message}.`);
      return undefined;
    }
  };

  const found = async (): Promise<Draft | undefined> => {
    const file = await openFile();
    try {
      const draft = await file.read();
      areThere = draft !== undefined;
      return draft;
    } catch (error) {
      if (!(error instanceof DamagedDraft)) throw error;
      invocation.warn(`The draft of a ${subject} was damaged. It was set aside as ${await file.setAside()}.`);
      return undefined;
    }
  };

  return {
    found: () => orTell(found),
    areThere: () => areThere,
    async keep({ items, answers, defaults, unfinished }, state = 'open') {
      await orTell(async () => {
        await (await openFile()).write({
          version: 1,
          at: new Date().toISOString(),
          state,
          ...(items === undefined ? {} : { items: items.map(written) }),
          answers: written(answers),
          defaults: written(defaults),
          ...(unfinished === undefined ? {} : { unfinished }),
        });
        areThere = true;
      });
    },
    async forget() {
      await orTell(async () => (await openFile()).remove());
      areThere = false;
    },
  };
};

const written = (answers: Answers): Draft['answers'] =>
  Object.fromEntries(
    Object.entries(answers).map(([name, said]) => [name, typeof said === 'string' ? said : [...said]]),
  );
