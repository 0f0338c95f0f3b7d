import { images } from '../flags/value-kinds.ts';
import type { Many, Value } from '../flags/values.ts';
import type { Io } from '../terminal/io.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { askText } from '../terminal/prompts/text.ts';
import { textsOf } from './answers.ts';
import { askImage } from './ask-image.ts';
import { askMany } from './ask-many.ts';

/** How the value of a flag is asked for. */
export interface FlagQuestion {
  flag: Value<unknown> | Many<unknown>;
  /** What is asked, without a question mark: `Title`. */
  words: string;
  /** The same where one was said already: `Another category`. */
  furtherWords: string;
  /** Whether nothing will do, too. */
  optional: boolean;
  /** What was answered before the question was broken off. */
  soFar: readonly string[];
  byDefault: string | readonly string[] | undefined;
  /** Whether what is offered was said for this very thing, and is to be changed. */
  isChange: boolean;
  /** What is wrong with an answer, as a sentence. */
  check: (said: string | readonly string[]) => Promise<string | undefined>;
  readsAs?: ((answer: string) => string | undefined) | undefined;
  /** Told of the texts of a flag that may be said several times, after each. */
  onEach: (texts: readonly string[]) => Promise<void>;
}

/** Asks for the value of a flag, in the manner of its kind. Answers with the text, or the texts, that would be typed for it. */
export const askFlag = (io: Io, question: FlagQuestion): Promise<string | readonly string[]> => {
  const { flag, words, optional, byDefault, check, readsAs } = question;
  if ('many' in flag) return askTexts(io, question);
  const known = textsOf(byDefault)[0];
  if (flag.choices !== undefined && !optional)
    return askWhich(io, {
      message: words,
      choices: flag.choices.map((word) => ({ value: word, word, meaning: flag.meanings?.[word] })),
      byDefault: known,
    });
  return askText(io, {
    message: optional ? `${words}${howToSayNone(io, known)}` : words,
    byDefault: known,
    check: async (answer) => (answer === '' && optional ? undefined : check(answer)),
    readsAs,
  });
};

/** What is offered can be taken back, but for a terminal that can't move its cursor. */
const howToSayNone = ({ env }: Io, offered: string | undefined): string => {
  if (offered === undefined) return ' (Enter for none)';
  return env.TERM === 'dumb' ? '' : ' (Backspace for none)';
};

const askTexts = (
  io: Io,
  { flag, words, furtherWords, optional, soFar, byDefault, isChange, check, onEach }: FlagQuestion,
): Promise<readonly string[]> =>
  askMany(io, {
    soFar,
    byDefault: textsOf(byDefault),
    oneByOne: isChange,
    onEach,
    async one(before) {
      const checkOne = (text: string) => check([...before, text]);
      if (flag.read === images.read) return askImage(io, { count: before.length, optional, check: checkOne });
      const mayEnd = optional || before.length > 0;
      const message = before.length > 0 ? furtherWords : words;
      const typed = await askText(io, {
        message: mayEnd ? `${message} (Enter for ${before.length > 0 ? 'no more' : 'none'})` : message,
        check: async (text) => (text === '' && mayEnd ? undefined : checkOne(text)),
      });
      return typed === '' ? undefined : typed;
    },
  });
