import type { Answers } from '../questions/answers.ts';
import { textsOf } from '../questions/answers.ts';
import { askFlag } from '../questions/ask-flag.ts';
import { flagName } from '../values.ts';
import { type CreationFlag, creationFlagNames, judged, problemWith, type Walk } from './creation-answers.ts';
import { creationFlags } from './creation-flags.ts';
import { priceReadsAs } from './price-reads-as.ts';

/** How far somebody came with the questions. */
export interface Progress {
  answers: Answers;
  /** What is offered as an answer: Enter takes it. */
  defaults: Answers;
  /** The flag whose texts were being asked for, one after the other. */
  unfinished?: CreationFlag | undefined;
}

/** What the questions go by. */
interface Interview {
  walk: Walk;
  defaults: Answers;
  /** Told of the answers after every one. */
  onAnswer(answers: Answers, unfinished?: CreationFlag): Promise<void>;
}

/** What is asked where the rules ask for it, in this order. */
const inOrder: readonly CreationFlag[] = [
  'shopId',
  'source',
  'productId',
  'title',
  'category',
  'option',
  'originalPrice',
  'condition',
  'image',
];

/** What a listing can be without; a flag that is new in the payload is among them by itself. */
const optional = creationFlagNames.filter((name) => name === 'originalPrice' || !inOrder.includes(name));

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

/**
 * Asks for what the rules miss, and behind one question for the rest. Every answer is held against the rules at once.
 * `onProgress` is told after every one.
 */
export const interview = async (
  walk: Walk,
  begun: Progress,
  onProgress: (progress: Progress) => Promise<void>,
): Promise<Answers> => {
  const { defaults } = begun;
  const asked: Interview = {
    walk,
    defaults,
    onAnswer: (answers, unfinished) => onProgress({ answers, defaults, unfinished }),
  };
  let { answers, unfinished } = begun;
  for (;;) {
    const name = unfinished ?? (await nextMissing(asked, answers));
    if (name === undefined) return askOptional(asked, answers);
    answers = await askOne(asked, answers, name, false);
    unfinished = undefined;
  }
};

/** The first flag that has to be asked for; undefined where all is there. */
const nextMissing = async (
  { walk, defaults }: Interview,
  answers: Answers,
): Promise<CreationFlag | undefined> => {
  const { payload, faults } = await judged(walk, answers);
  const missing = new Set(faults.map(({ name }) => name));
  return inOrder.find((name) => {
    if (answers[name] !== undefined) return false;
    if (name === 'shopId' && defaults.shopId !== undefined) return true;
    if (name === 'option') return payload.productDataSourceType === 'MANUAL_PRODUCT_OPTIONS';
    return missing.has(flagName(name));
  });
};

const askOptional = async (asked: Interview, answers: Answers): Promise<Answers> => {
  const { askWhether } = await import('../../terminal/prompts/confirm.ts');
  const left = optional.filter((name) => answers[name] === undefined);
  if (left.length === 0) return answers;
  const names = left.map((name) => flagName(name).slice('--'.length).replaceAll('-', ' '));
  const io = asked.walk.invocation.questionIo();
  io.stderr.write(`It can also have: ${names.join(', ')}.\n`);
  if (
    await askWhether(
      io,
      'Say more?',
      left.some((name) => textsOf(asked.defaults[name]).length > 0),
    )
  ) {
    let said = answers;
    for (const name of left) said = await askOne(asked, said, name, true);
    return said;
  }
  const declined = { ...answers, ...Object.fromEntries(left.map((name) => [name, ''])) };
  await asked.onAnswer(declined);
  return declined;
};

const askOne = async (
  { walk, defaults, onAnswer }: Interview,
  answers: Answers,
  name: CreationFlag,
  isOptional: boolean,
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
    check: (answer) => problemWith(name, walk, { ...answers, [name]: answer }),
    readsAs: name === 'originalPrice' ? priceReadsAs : undefined,
    onEach: (texts) => onAnswer({ ...answers, [name]: texts }, name),
  });
  const answered = { ...answers, [name]: said };
  await onAnswer(answered);
  return answered;
};
