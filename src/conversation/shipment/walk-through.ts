import { UnknownOutcome } from '../../changes/errors.ts';
import type { CommandLine } from '../../cli/command-line.ts';
import { NotConfirmed } from '../../cli/errors.ts';
import { gradingFlags } from '../../cli/grading/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Result } from '../../terminal/columns.ts';
import type { Answers } from '../answers.ts';
import { offerLine } from '../command-line.ts';
import { keptAnswers } from '../kept-answers.ts';
import { readyToSend } from '../ready-to-send.ts';
import { tellOfReview } from '../review.ts';
import { itemsOf } from './answers.ts';
import { gradeAgreed } from './grade-agreed.ts';
import { offerDraft } from './offer-draft.ts';
import { askShipment, type GradingWalk, type Shipment } from './shipment.ts';
import { shipmentLine } from './shipment-line.ts';

/** Asks for the items of one shipment, one after the other, and grades them with one request. */
export const walkThroughGrading = async (invocation: Invocation, typed: CommandLine): Promise<Result> => {
  await readyToSend(invocation);
  const noCheck = typed.flags.noCheck === true;
  return { kind: 'results', results: gradeShipment(invocation, answersOf(typed), noCheck) };
};

const answersOf = ({ flags, operands: [id] }: CommandLine): Answers => {
  const said = Object.keys(gradingFlags).flatMap((name) =>
    flags[name] === undefined ? [] : [[name, flags[name] as string | readonly string[]]],
  );
  return { ...(id === undefined ? {} : { id }), ...Object.fromEntries(said) };
};

async function* gradeShipment(
  invocation: Invocation,
  typed: Answers,
  noCheck: boolean,
): AsyncGenerator<Result> {
  const kept = await keptAnswers(invocation, 'shipment');
  let said: readonly Answers[] = [];
  const onAnswer = async ({ items, next }: Shipment) => {
    said = items;
    await kept.keep({ items, answers: next, defaults: {} });
  };
  const walk: GradingWalk = { invocation, noCheck, onAnswer };
  const offer = async (title: string) =>
    offerLine(
      invocation,
      title,
      shipmentLine(invocation.settings, said, await itemsOf(said, noCheck), noCheck),
    );
  let isOver = false;
  try {
    const begun = await offerDraft(invocation, kept, typed);
    said = begun.items;
    tellOfReview(invocation);
    said = await askShipment(walk, begun);
    const result = await gradeAgreed(walk, said, kept).catch((error: unknown) => {
      // It may have arrived, and a line that sends it again would be no help.
      isOver = error instanceof UnknownOutcome;
      throw error;
    });
    isOver = true;
    if (result === undefined) throw new NotConfirmed('The items were thrown away', true);
    yield result;
    await offer('The same in one line:');
  } finally {
    if (!isOver && said.length > 0) await offer('What you answered, in one line:');
    if (kept.areThere()) invocation.note('Your answers are kept: `resale grade` offers to go on with them.');
  }
}
