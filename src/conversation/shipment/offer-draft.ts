import { NotConfirmed } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { askWhether } from '../../terminal/prompts/confirm.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { timeAgo } from '../../words/times.ts';
import type { Answers } from '../answers.ts';
import type { Draft } from '../drafts/draft.ts';
import type { KeptAnswers } from '../kept-answers.ts';
import { tell } from '../tell.ts';
import { type Shipment, showShipment } from './shipment.ts';

/** Offers to go on with the shipment that an earlier run left. What was typed now is about its next item. */
export const offerDraft = async (
  invocation: Invocation,
  kept: KeptAnswers,
  typed: Answers,
): Promise<Shipment> => {
  const draft = await kept.found();
  if (!draft) return { items: [], next: typed };
  const { items = [], answers } = draft;
  if (await isStillWanted(invocation, draft, Object.keys(answers).length > 0 ? [...items, answers] : items))
    return { items, next: { ...answers, ...typed } };
  await kept.forget();
  return { items: [], next: typed };
};

/** Shows what is there, and asks whether to go on with it. */
const isStillWanted = async (
  invocation: Invocation,
  { state, at }: Draft,
  items: readonly Answers[],
): Promise<boolean> => {
  const io = invocation.questionIo();
  tell(invocation, beginnings[state](timeAgo(at)));
  showShipment(invocation, items);
  if (state !== 'sent') return askWhether(io, 'Go on with it?', true);
  const choice = await askWhich(io, {
    message: 'To send it again could grade the items a second time. What now?',
    choices: [
      { value: 'look', word: 'Ask the shop first', meaning: 'the service does not tell grades' },
      { value: 'forget', word: 'They were graded', meaning: 'throw these answers away' },
      { value: 'again', word: 'They were not graded', meaning: 'go on with these answers' },
    ],
  });
  if (choice === 'look') throw new NotConfirmed('The items were not sent again', true);
  return choice === 'again';
};

const beginnings: Record<Draft['state'], (ago: string) => string> = {
  open: (ago) => `A shipment was begun ${ago}, and not graded:`,
  refused: (ago) => `A shipment was refused by the service ${ago}; any answer can be changed:`,
  sent: (ago) => `A shipment was sent ${ago}, and no answer came: it may have been graded.`,
};
