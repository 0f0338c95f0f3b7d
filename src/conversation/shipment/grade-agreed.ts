import { UnknownOutcome } from '../../changes/errors.ts';
import { NotConfirmed } from '../../cli/errors.ts';
import { gradedResult } from '../../cli/grading/graded-result.ts';
import { previewed } from '../../cli/preview.ts';
import type { Graded } from '../../service/grading.ts';
import type { Result } from '../../terminal/columns.ts';
import type { Answers } from '../answers.ts';
import type { KeptAnswers } from '../kept-answers.ts';
import { isRefusal, refusalInWords } from '../refusal.ts';
import { hasReview } from '../review.ts';
import { tell } from '../tell.ts';
import { itemsOf } from './answers.ts';
import { changeOne, decisionOn, type GradingWalk, showShipment } from './shipment.ts';

/** Grades what somebody agrees to; undefined where it is thrown away. Where the service refuses it, its reason is told, and an answer can be changed. */
export const gradeAgreed = async (
  walk: GradingWalk,
  answered: readonly Answers[],
  kept: KeptAnswers,
): Promise<Result | undefined> => {
  const { invocation } = walk;
  let said = answered;
  const change = async (): Promise<boolean> => {
    const changed = await changeOne(walk, said);
    if (changed === undefined) return false;
    said = changed;
    await walk.onAnswer({ items: said, next: {} });
    return true;
  };
  for (;;) {
    showShipment(invocation, said);
    switch (hasReview(invocation) ? await decisionOn(invocation, said.length) : 'grade') {
      case 'grade':
        try {
          return await outcomeOf(walk, said, kept);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          tell(invocation, refusalInWords(error));
          if (!(await change())) throw error;
        }
        break;
      case 'change':
        await change();
        break;
      case 'forget':
        await kept.forget();
        return undefined;
      case 'stop':
        throw new NotConfirmed('The items were not graded', true);
    }
  }
};

/** Grades the items, or with --dry-run shows the request. They are marked as sent before the request leaves. */
const outcomeOf = async (
  { invocation, noCheck }: GradingWalk,
  said: readonly Answers[],
  kept: KeptAnswers,
): Promise<Result> => {
  const { settings } = invocation;
  const items = await itemsOf(said, noCheck);
  const client = await invocation.connect({ signal: invocation.io.interruption, anyConstants: noCheck });
  if (settings.dryRun) return previewed([client.preview('gradeItems', { body: { items } })], settings);
  const [{ perform }, { GradeItems }] = await Promise.all([
    import('../../changes/engine.ts'),
    import('../../changes/grade.ts'),
  ]);
  const progress = { items: said, answers: {}, defaults: {} };
  await kept.keep(progress, 'sent');
  try {
    const { answer } = await perform(new GradeItems(items), { client, patience: invocation.patience });
    await kept.forget();
    return gradedResult(answer as Graded);
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) await kept.keep(progress, isRefusal(error) ? 'refused' : 'open');
    throw error;
  }
};
