import { NotConfirmed } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { askWhether } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { timeAgo } from '../../words/times.ts';
import type { Answers } from '../answers.ts';
import { commandLine } from '../command-line.ts';
import type { Draft } from '../drafts/draft.ts';
import type { KeptAnswers, Progress } from '../kept-answers.ts';
import { tell } from '../tell.ts';
import { type CreationFlag, creationFlagNames, fittingBeside, type Walk } from './creation-answers.ts';
import { showListing } from './creation-card.ts';

/** Offers to go on with what an earlier run left. What was typed now stands before it. */
export const offerDraft = async (
  walk: Walk,
  kept: KeptAnswers,
  typed: Answers,
): Promise<Progress<CreationFlag>> => {
  const afresh = { answers: typed, defaults: {} };
  const draft = await kept.found();
  if (!draft) return afresh;
  const answers = await fittingBeside(walk, draft.answers, typed);
  if (!(await isStillWanted(walk.invocation, draft, { ...draft.defaults, ...answers }))) {
    await kept.forget();
    return afresh;
  }
  const unfinished = creationFlagNames.find((name) => name === draft.unfinished && !(name in typed));
  return { answers: { ...answers, ...typed }, defaults: draft.defaults, unfinished };
};

/** Shows what is there, and asks whether to go on with it. */
const isStillWanted = async (invocation: Invocation, draft: Draft, answers: Answers): Promise<boolean> => {
  const io = invocation.questionIo();
  tell(invocation, beginnings[draft.state](timeAgo(draft.at)));
  showListing(invocation, answers);
  if (draft.state !== 'sent') return askWhether(io, 'Go on with it?', true);
  const { externalId } = answers;
  const look = externalId
    ? commandLine(['listings', 'get'], invocation.settings, { externalId })
    : commandLine(['listings', 'list'], invocation.settings, {});
  const choice = await askWhich(io, {
    message: 'To send it again could make a second listing. What now?',
    choices: [
      { value: 'look', word: 'Look first', meaning: look },
      { value: 'forget', word: 'It was created', meaning: 'throw these answers away' },
      { value: 'again', word: 'It was not created', meaning: 'go on with these answers' },
    ],
  });
  if (choice === 'look') throw new NotConfirmed('The listing was not sent again', true);
  return choice === 'again';
};

const beginnings: Record<Draft['state'], (ago: string) => string> = {
  open: (ago) => `A listing was begun ${ago}, and not created:`,
  refused: (ago) => `A listing was refused by the service ${ago}; any answer can be changed:`,
  sent: (ago) => `A listing was sent ${ago}, and no answer came: it may have been created.`,
};
