import { creationFlags } from '../../cli/listings/creation-flags.ts';
import { flagName } from '../../flags/values.ts';
import type { Answers } from '../answers.ts';
import { textsOf } from '../answers.ts';
import { askFlag } from '../ask-flag.ts';
import type { Progress } from '../kept-answers.ts';
import { type CreationFlag, fittingBeside, judged, problemWith, type Walk } from './creation-answers.ts';
import { optional } from './order-of-questions.ts';
import { priceReadsAs } from './price-reads-as.ts';

/** What the questions go by. */
export interface Interview {
  walk: Walk;
  defaults: Answers;
  /** Whether nothing will do, where the flag can be without. */
  isOptional?: boolean;
  /** Whether what is offered was said for this very listing. */
  isChange?: boolean;
  /** Told of the answers after every one. */
  onAnswer(answers: Answers, unfinished?: CreationFlag): Promise<void>;
}

/** How a question is worded, the first time and further times, where the description of its flag is too long for one. */
const words: Partial<Record<CreationFlag, readonly [first: string, further?: string]>> = {
  shopId: ['Identifier of the shop'],
  source: ['Where does the product come from?'],
  productId: ['SKU or product variant identifier'],
  title: ['Title'],
  category: ['Category', 'Another category'],
  option: ['What else tells it apart, as NAME=VALUE', 'Something else, as NAME=VALUE'],
  originalPrice: ['Price when new, 12900 for 129.00'],
  condition: ['How worn is it?'],
  metadata: ['Metadata for the order, as NAME=TEXT or NAME:=7', 'More metadata, as NAME=TEXT or NAME:=7'],
};

/** Asks for the answer of one flag, and gives the answers with it. */
export const askAnswer = async (
  { walk, defaults, isOptional = false, isChange = false, onAnswer }: Interview,
  answers: Answers,
  name: CreationFlag,
): Promise<Answers> => {
  const flag = creationFlags[name];
  const [first = flag.description, further = first] = words[name] ?? [];
  const said = await askFlag(walk.invocation.questionIo(), {
    flag,
    words: first,
    furtherWords: further,
    optional: isOptional || name === 'option',
    soFar: textsOf(answers[name]),
    byDefault: defaults[name],
    isChange,
    check: (answer) => problemWith(name, walk, { ...answers, [name]: answer }),
    readsAs: name === 'originalPrice' ? priceReadsAs : undefined,
    onEach: (texts) => onAnswer({ ...answers, [name]: texts }, name),
  });
  const answered = { ...answers, [name]: said };
  await onAnswer(answered);
  return answered;
};

/**
 * Asks for one answer again, offering what was said. The others stay, but for those that break a rule beside the new
 * one: these are offered when they are asked for.
 */
export const askAgain = async (
  walk: Walk,
  said: Answers,
  name: CreationFlag,
): Promise<Progress<CreationFlag>> => {
  const others = Object.fromEntries(Object.entries(said).filter(([other]) => other !== name));
  const { faults } = await judged(walk, others);
  const asked: Interview = {
    walk,
    defaults: said,
    isOptional: optional.includes(name) && !faults.some((fault) => fault.name === flagName(name)),
    isChange: true,
    onAnswer: async () => {},
  };
  const { [name]: answer = '' } = await askAnswer(asked, others, name);
  const fitting = await fittingBeside(walk, others, { [name]: answer });
  return { answers: { ...fitting, [name]: answer }, defaults: said };
};
