import type { Many, Value } from '../flags/values.ts';
import { isFault } from '../service/typed-numbers.ts';
import type { Io } from '../terminal/io.ts';
import { askWhether } from '../terminal/prompts/confirm.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { askText } from '../terminal/prompts/text.ts';
import { type Answer, type OneOfMany, type Question, type Spelling, textsOf, titleOf } from './subject.ts';

/** How to ask for one answer. */
export interface Asked {
  question: Question;
  flag: Value<unknown> | Many<unknown>;
  /** Whether an empty answer is accepted. */
  optional: boolean;
  /** The answer that Enter accepts. */
  offered?: Answer | undefined;
  /** Whether the offered answer is this item's own, which is to be changed. */
  isChange?: boolean;
  /** What is wrong with an answer, as a sentence. */
  check: (answer: Answer) => Promise<string | undefined>;
  /** Called after each of several texts, with all so far. */
  onEach?: (texts: readonly string[]) => void;
}

/** Asks for one answer according to its flag: as a line, as one of its choices, or as several lines. */
export const askAnswer = async (io: Io, asked: Asked): Promise<Answer> => {
  const { flag, question, optional, check } = asked;
  if (question.ask) return question.ask(asked.offered, asked.isChange === true);
  if ('many' in flag) return askTexts(io, asked);
  if (flag.choices !== undefined && !optional) return askChoice(io, asked);
  const words = question.words ?? flag.description;
  const { read, show } = question.spelling ?? asItIs;
  const [offered] = textsOf(asked.offered).map(show);
  const answerOf = (typed: string) => (typed === '' ? '' : read(typed));
  const typed = await askText(io, {
    message: optional ? `${words}${question.none ?? howToSayNone(io, offered)}` : words,
    byDefault: offered,
    mayHaveLines: question.mayHaveLines === true,
    onScan: question.isScanned ? 'answer' : optional && offered === undefined ? 'skip' : undefined,
    async check(typed) {
      const answer = answerOf(typed);
      if (isFault(answer)) return `It ${answer.fault}.`;
      return answer === '' && optional ? undefined : check(answer);
    },
    readsAs(typed) {
      const answer = answerOf(typed);
      return answer === '' || isFault(answer) || show(answer) === typed ? undefined : show(answer);
    },
  });
  return answerOf(typed) as string;
};

const asItIs: Spelling = { read: (typed) => typed, show: (answer) => answer };

/** An offered text can be deleted, except on a terminal that can't move its cursor. */
const howToSayNone = ({ env }: Io, offered: string | undefined): string => {
  if (offered === undefined) return ' (Enter for none)';
  return env.TERM === 'dumb' ? '' : ' (Backspace for none)';
};

const askChoice = async (io: Io, { flag, question, offered, check }: Asked): Promise<string> => {
  const { words = flag.description, otherWord } = question;
  const { choices = [], meanings } = flag;
  const [before] = textsOf(offered);
  // A choice may have been typed in another form: as the service's constant, or in capitals.
  const known = choices.find((word) => before !== undefined && flag.read(word) === flag.read(before));
  const isOther = before !== undefined && known === undefined;
  const chosen = await askWhich(io, {
    message: words,
    choices: [
      ...choices.map((word) => ({ value: word, word, meaning: meanings?.[word] })),
      ...(otherWord ? [{ ...otherWord, value: otherWord.word }] : []),
    ],
    byDefault: isOther ? otherWord?.word : known,
  });
  if (otherWord === undefined || chosen !== otherWord.word) return chosen;
  for (;;) {
    const byDefault = isOther ? before : undefined;
    const typed = await askText(io, { message: otherWord.message, byDefault, check });
    const doubt = otherWord.doubt?.(typed);
    if (doubt === undefined || (await askWhether(io, doubt, false))) return typed;
  }
};

/** Asks for texts one after the other, until no more is wanted. Each line of a paste is one of them. */
const askTexts = async (io: Io, asked: Asked): Promise<readonly string[]> => {
  const { question, flag, optional, isChange, check, onEach } = asked;
  const offered = textsOf(asked.offered);
  if (offered.length > 0 && !isChange && (await askWhether(io, `Use ${asWords(question, offered)}`, true)))
    return offered;
  let texts = isChange ? await keptOf(io, question, offered) : [];
  const askOne = question.askOne ?? ((_, one) => askLine(io, question, flag.description, one));
  for (;;) {
    const before = texts;
    const next = await askOne(io, {
      count: before.length,
      mayEnd: optional || before.length > 0,
      check: (text) => check([...before, ...linesOf(text)]),
    });
    if (next === undefined) return texts;
    texts = [...texts, ...linesOf(next)];
    onEach?.(texts);
  }
};

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Names what is asked about: an address alone does not say that it is one of a picture. */
const asWords = ({ name }: Question, texts: readonly string[]): string =>
  `as ${titleOf(name)}: ${texts.join(', ')}?`;

const keptOf = async (io: Io, question: Question, offered: readonly string[]): Promise<readonly string[]> => {
  const kept: string[] = [];
  for (const text of offered)
    if (await askWhether(io, `Keep ${asWords(question, [text])}`, true)) kept.push(text);
  return kept;
};

const askLine = async (
  io: Io,
  { words, further }: Question,
  description: string,
  { count, mayEnd, check }: OneOfMany,
): Promise<string | undefined> => {
  const first = words ?? description;
  const message = count > 0 ? (further ?? first) : first;
  const typed = await askText(io, {
    message: mayEnd ? `${message} (Enter for ${count > 0 ? 'no more' : 'none'})` : message,
    mayHaveLines: true,
    onScan: mayEnd ? 'skip' : undefined,
    check: async (text) => (text === '' && mayEnd ? undefined : check(text)),
  });
  return typed || undefined;
};

/** Asks for a picture's address and notes: `URL notes…`, as its flag takes them. */
export const askPicture = async (
  io: Io,
  { count, mayEnd, check }: OneOfMany,
): Promise<string | undefined> => {
  const address = await askText(io, {
    message: `Address of ${count > 0 ? 'another' : 'a'} picture${mayEnd ? ' (Enter for no more)' : ''}`,
    mayHaveLines: true,
    onScan: mayEnd ? 'skip' : undefined,
    check: async (typed) => (typed === '' && mayEnd ? undefined : check(typed)),
  });
  if (address === '') return undefined;
  // Notes may have been pasted with the address, and so may other pictures.
  if (/\s/.test(address)) return address;
  const notes = await askText(io, {
    message: 'Notes on it for the shop (Enter for none)',
    onScan: 'skip',
  });
  return notes ? `${address} ${notes}` : address;
};
