import { UsageError } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { whereOf } from '../../cli/where.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import type { Answers } from '../answers.ts';
import { titleOf } from '../answers-card.ts';
import type { KeptAnswers, Progress } from '../kept-answers.ts';
import { hasReview } from '../review.ts';
import { askWhichAnswer } from '../which-answer.ts';
import { askAgain } from './ask-answer.ts';
import { type CreationFlag, creationFlagNames, judged, type Walk } from './creation-answers.ts';
import { showListing } from './creation-card.ts';
import { interview } from './creation-questions.ts';

/** Asks until there is a listing that is to be created; undefined where it is not. */
export const agreedOn = async (
  walk: Walk,
  beginning: Progress<CreationFlag>,
  kept: KeptAnswers,
): Promise<Answers | undefined> => {
  const { invocation } = walk;
  let progress = beginning;
  for (;;) {
    const said = await interview(walk, progress, (now) => kept.keep(now));
    const { payload, faults } = await judged(walk, said);
    if (faults.length > 0) throw new UsageError(faults);
    const answers = { ...said, shopId: String(payload.shopId) };
    showListing(invocation, answers);
    switch (await decisionOn(invocation, answers)) {
      case 'create':
        return answers;
      case 'change':
        progress = (await changeOne(walk, answers)) ?? { answers, defaults: {} };
        await kept.keep(progress);
        break;
      case 'forget':
        await kept.forget();
        return undefined;
      case 'stop':
        return undefined;
    }
  }
};

/** Asks which answer is to be changed, and for that one again; undefined where none is. */
export const changeOne = async (
  walk: Walk,
  answers: Answers,
  likely?: CreationFlag,
): Promise<Progress<CreationFlag> | undefined> => {
  const changeable = creationFlagNames.flatMap((name) => {
    const said = answers[name];
    return said === undefined ? [] : [{ value: name, title: titleOf(name), said }];
  });
  const name = await askWhichAnswer(walk.invocation.questionIo(), changeable, likely);
  return name && askAgain(walk, answers, name);
};

const decisionOn = async (invocation: Invocation, answers: Answers) => {
  if (!hasReview(invocation)) return 'create';
  return askWhich(invocation.questionIo(), {
    message: `Create this listing in the shop ${answers.shopId} at ${await whereOf(invocation)}?`,
    isLast: true,
    choices: [
      { value: 'create', word: 'Create it' },
      { value: 'change', word: 'Change an answer', meaning: 'the others stay as they are' },
      { value: 'stop', word: 'Stop here', meaning: 'the answers are kept for the next time' },
      { value: 'forget', word: 'Throw it away' },
    ] as const,
  });
};
