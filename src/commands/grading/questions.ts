import type { GradedItem } from '../../service/grading.ts';
import type { Io } from '../../terminal/io.ts';
import { askWhich } from '../../terminal/prompts/select.ts';
import { askText } from '../../terminal/prompts/text.ts';
import type { Invocation } from '../invocation.ts';
import type { Answers } from '../questions/answers.ts';
import { askFlag } from '../questions/ask-flag.ts';
import { flagName } from '../values.ts';
import { type GradingQuestion, gradingQuestions, judgedItem } from './answers.ts';
import { gradingFlags } from './flags.ts';

const words: Record<GradingQuestion, readonly [first: string, further: string]> = {
  id: ['Identifier of the item', ''],
  condition: ['How worn is it?', ''],
  notes: ['What you saw', ''],
  image: ['Picture', 'Another picture'],
};

/** Asks for one item of a shipment; the others are there so that none is named twice. `typed` is known already. */
export const askItem = async (
  { questionIo }: Invocation,
  others: readonly GradedItem[],
  typed: Answers,
  noCheck: boolean,
): Promise<{ item: GradedItem; answers: Answers }> => {
  const io = questionIo();
  let answers = typed;
  for (const name of Object.keys(gradingQuestions) as GradingQuestion[]) {
    if (answers[name] !== undefined) continue;
    const check = (said: string | readonly string[]) =>
      problemWith(name, others, { ...answers, [name]: said }, noCheck);
    const [first, further] = words[name];
    const said =
      name === 'condition'
        ? await askCondition(io, first, check)
        : await askFlag(io, {
            flag: gradingQuestions[name],
            words: first,
            furtherWords: further,
            optional: name !== 'id',
            soFar: [],
            byDefault: undefined,
            check,
            onEach: async () => {},
          });
    answers = { ...answers, [name]: said };
  }
  return { item: (await judgedItem(others, answers, noCheck)).item, answers };
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

/** A returned item may be in a state that no listing can have. */
const askCondition = async (
  io: Io,
  message: string,
  check: (said: string) => Promise<string | undefined>,
): Promise<string> => {
  const { meanings } = gradingFlags.condition;
  const chosen = await askWhich<string>(io, {
    message,
    choices: [
      ...Object.entries(meanings).map(([word, meaning]) => ({ value: word, word, meaning })),
      { value: anotherWord, word: anotherWord, meaning: 'one that your service knows, such as damaged' },
    ],
  });
  return chosen === anotherWord ? askText(io, { message: 'The word for its condition', check }) : chosen;
};
