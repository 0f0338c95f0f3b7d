import { conditionFaults, gradedId, gradingFlags } from '../../cli/grading/flags.ts';
import { itemOf } from '../../cli/grading/item.ts';
import { inFlags, readFlags, type UsageFault } from '../../flags/values.ts';
import type { GradedItem } from '../../service/grading.ts';
import { type Answers, spoken } from '../answers.ts';

/** What is asked of an item, in this order. */
export const gradingQuestions = { id: gradedId, ...gradingFlags };
export type GradingQuestion = keyof typeof gradingQuestions;
export const gradingQuestionNames = Object.keys(gradingQuestions) as GradingQuestion[];

/** Answers as an item beside those before it, and what is wrong with each answer. With `noCheck` any condition will do. */
export const judgedItem = async (
  before: readonly GradedItem[],
  answers: Answers,
  noCheck: boolean,
): Promise<{ item: GradedItem; faults: UsageFault[] }> => {
  const [{ grading }, { faultsIn }] = await Promise.all([
    import('../../service/grading.ts'),
    import('../../service/faults.ts'),
  ]);
  const faults: UsageFault[] = [];
  const { id, ...said } = readFlags(gradingQuestions, spoken(answers), faults);
  const item = itemOf(id as string, { ...said, condition: said.condition ?? '' }, noCheck);
  const place = `items[${before.length}]`;
  const ofThis = faultsIn(grading, { items: [...before, item] }, { anyConstants: noCheck })
    .filter(({ path }) => path.startsWith(place))
    .map(({ path, message }) => ({ path: path.replace(place, 'items[0]'), message }));
  return {
    item,
    faults: [...faults, ...conditionFaults(said.condition, noCheck), ...inFlags(ofThis, gradingQuestions)],
  };
};

/** The items that were answered in full, as the service takes them. */
export const itemsOf = async (said: readonly Answers[], noCheck: boolean): Promise<GradedItem[]> => {
  const items: GradedItem[] = [];
  for (const answers of said) items.push((await judgedItem(items, answers, noCheck)).item);
  return items;
};
