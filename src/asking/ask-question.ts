import type { Many, Value } from '../line/flags/values.ts';
import type { Fault } from '../service/typed-values.ts';
import type { Io } from '../terminal/io.ts';
import { askText } from '../terminal/prompts/ask-text.ts';
import { askWhether } from '../terminal/prompts/ask-whether.ts';
import { askWhich } from '../terminal/prompts/ask-which.ts';
import { titleOf } from '../words/resale-line.ts';
import { type Answer, type Question, textsOf } from './subject.ts';

interface OpenQuestion {
  question: Question;
  flag: Value<unknown> | Many<unknown>;
  optional: boolean;
  /** The answer that Enter accepts. */
  offered?: Answer | undefined;
  /** What is wrong, as a sentence. */
  check: (answer: Answer) => Promise<string | undefined>;
  /** Called after each of several texts, with all of them. */
  onEach?: (texts: readonly string[]) => void;
}

export const askAnswer = async (io: Io, open: OpenQuestion): Promise<Answer> => {
  const { flag, question, optional, check } = open;
  if (question.ask) return question.ask(open.offered, check);
  if ('many' in flag) return askTexts(io, open);
  if (flag.choices !== undefined && !optional) return askChoice(io, open);
  const words = question.words ?? flag.description;
  const [offered] = textsOf(open.offered);
  return askText(io, {
    message: optional ? `${words}${question.none ?? howToSayNone(offered)}` : words,
    byDefault: offered,
    mayHaveLines: question.mayHaveLines === true,
    ...(question.isTypedAnew && { isTypedAnew: true }),
    check: async (typed) =>
      typed === '' && optional ? undefined : (problemOf([typed], question) ?? check(typed)),
    readsAs(typed) {
      const shown = typed === '' ? undefined : question.shows?.(typed);
      return shown === typed ? undefined : shown;
    },
  });
};

const howToSayNone = (offered: string | undefined): string =>
  offered === undefined ? ' (Enter for none)' : ' (Backspace for none)';

const askChoice = async (io: Io, { flag, question, offered }: OpenQuestion): Promise<string> => {
  const { choices = [], meanings } = flag;
  const [before] = textsOf(offered);
  return askWhich(io, {
    message: question.words ?? flag.description,
    choices: choices.map((word) => ({ value: word, word, meaning: meanings?.[word] })),
    // The default may have another form: the service's constant, or capitals.
    byDefault: choices.find((word) => before !== undefined && flag.read(word) === flag.read(before)),
  });
};

/** Asks for texts one after the other, until an empty answer. Each line of a paste is one text. */
const askTexts = async (io: Io, open: OpenQuestion): Promise<readonly string[]> => {
  const { question, flag, optional, check, onEach } = open;
  const offered = textsOf(open.offered);
  const [only, ...others] = offered;
  const words = `Use as ${titleOf(question.name)}: ${offered.join(', ')}?`;
  if (others.length > 0 && (await askWhether(io, words, true))) return offered;
  for (let texts: readonly string[] = []; ; onEach?.(texts)) {
    const before = texts;
    const first = question.words ?? flag.description;
    const message = before.length > 0 ? (question.further ?? first) : first;
    const mayEnd = optional || before.length > 0;
    const byDefault = before.length > 0 || others.length > 0 ? undefined : only;
    const howToEnd = before.length > 0 ? ' (Enter for no more)' : howToSayNone(byDefault);
    const typed = await askText(io, {
      message: mayEnd ? `${message}${howToEnd}` : message,
      byDefault,
      mayHaveLines: true,
      check: async (text) =>
        text === '' && mayEnd
          ? undefined
          : ((await check([...before, ...linesOf(text)])) ?? problemOf(linesOf(text), question)),
    });
    if (typed === '') return texts;
    if (typed === byDefault) return offered;
    texts = [...texts, ...linesOf(typed)];
  }
};

const problemOf = (texts: readonly string[], { refuses }: Question): string | undefined => {
  const [fault] = texts.flatMap((text) => refuses?.(text) ?? []);
  return fault && `It ${fault}.`;
};

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The identifier of a shop: a flag takes any text, but a person may have typed the next command. */
export const readShop = (typed: string): string | Fault =>
  /\s/.test(typed) ? { fault: 'must be an identifier, without blanks' } : typed;

export const pictures = {
  name: 'image',
  words: 'URL of a picture, then any notes',
  further: 'URL of another picture',
  // The service takes any URI, and so does the flag.
  refuses: (text: string) =>
    /^https?:/i.test(text)
      ? undefined
      : 'must begin with https:// or http://, as in https://example.com/picture.jpg',
};
