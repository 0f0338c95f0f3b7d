import { gradingFlags } from '../../cli/grading/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { flagName } from '../../flags/values.ts';
import type { GradedItem } from '../../service/grading.ts';
import { wordOf } from '../../service/typed-values.ts';
import type { Io } from '../../terminal/io.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { askText } from '../../terminal/prompts/text.ts';
import { type Answers, textsOf } from '../answers.ts';
import { askFlag } from '../ask-flag.ts';
import { type GradingQuestion, gradingQuestionNames, gradingQuestions, judgedItem } from './answers.ts';

const words: Record<GradingQuestion, readonly [first: string, further: string]> = {
  id: ['Identifier of the item', ''],
  condition: ['How worn is it?', ''],
  notes: ['What you saw', ''],
  image: ['Picture', 'Another picture'],
};

/** For whom the questions about one item are asked, and beside what. */
export interface ItemQuestions {
  invocation: Invocation;
  /** The other items of the shipment: none may be named twice. */
  others: readonly GradedItem[];
  /** Lets constants through that the tool does not know. */
  noCheck: boolean;
}

/** Asks for what is not known yet of one item of a shipment. `onAnswer` is told of the answers after every one. */
export const askItem = async (
  questions: ItemQuestions,
  known: Answers,
  onAnswer: (answers: Answers) => Promise<void>,
): Promise<Answers> => {
  let answers = known;
  for (const name of gradingQuestionNames) {
    if (answers[name] !== undefined) continue;
    answers = { ...answers, [name]: await askOne(questions, answers, name) };
    await onAnswer(answers);
  }
  return answers;
};

/** Asks for one answer again, offering what was said. */
export const askItemAgain = async (
  questions: ItemQuestions,
  said: Answers,
  name: GradingQuestion,
): Promise<Answers> => ({ ...said, [name]: await askOne(questions, said, name, said[name]) });

const askOne = async (
  { invocation, others, noCheck }: ItemQuestions,
  answers: Answers,
  name: GradingQuestion,
  before?: string | readonly string[],
): Promise<string | readonly string[]> => {
  const io = invocation.questionIo();
  const check = (said: string | readonly string[]) =>
    problemWith(name, others, { ...answers, [name]: said }, noCheck);
  const [first, further] = words[name];
  if (name === 'condition')
    return askCondition(io, { message: first, before: textsOf(before).map(wordOf)[0], check });
  return askFlag(io, {
    flag: gradingQuestions[name],
    words: first,
    furtherWords: further,
    optional: name !== 'id',
    soFar: [],
    byDefault: before,
    isChange: before !== undefined,
    check,
    onEach: async () => {},
  });
};

const problemWith = async (
  name: GradingQuestion,
  others: readonly GradedItem[],
  answers: Answers,
  noCheck: boolean,
): Promise<string | undefined> => {
  const { faults } = await judgedItem(others, answers, noCheck);
  const fault = faults.find((one) => one.name === flagName(name));
  return fault && `It ${fault.message}.`;
};

const anotherWord = 'another word…';

interface ConditionQuestion {
  message: string;
  /** What was said before. */
  before: string | undefined;
  check: (said: string) => Promise<string | undefined>;
}

/** A returned item may be in a state that no listing can have. */
const askCondition = async (io: Io, { message, before, check }: ConditionQuestion): Promise<string> => {
  const { meanings } = gradingFlags.condition;
  const listed = Object.entries(meanings).map(([word, meaning]) => ({ value: word, word, meaning }));
  const isOther = before !== undefined && !Object.hasOwn(meanings, before);
  const chosen = await askWhich<string>(io, {
    message,
    choices: [
      ...listed,
      { value: anotherWord, word: anotherWord, meaning: 'one that your service knows, such as damaged' },
    ],
    byDefault: isOther ? anotherWord : before,
  });
  return chosen === anotherWord
    ? askText(io, { message: 'The word for its condition', byDefault: isOther ? before : undefined, check })
    : chosen;
};
