import type { Invocation } from '../line/invocation.ts';
import { conditions } from '../service/constants.ts';
import { meaningsOfConditions, wordOf } from '../service/typed-values.ts';
import { askText } from '../terminal/prompts/ask-text.ts';
import { choiceLines } from '../terminal/prompts/ask-which.ts';
import { screenWidth } from '../terminal/screen.ts';
import { didYouMean } from '../words/nearest.ts';
import { type Question, textsOf } from './subject.ts';

const words = conditions.map(wordOf);

/** The conditions that a text matches: exactly, else by prefix. */
const matchingWords = (typed: string): readonly string[] => {
  const word = wordOf(typed).replaceAll(' ', '-');
  return words.includes(word) ? [word] : words.filter((one) => word !== '' && one.startsWith(word));
};

/**
 * Asks for a condition, which is typed: a word, its prefix, or Enter for the last one. The code of a scanner is refused, even with
 * --no-check, and chooses nothing.
 */
export const conditionAsker = (
  { questionIo }: Pick<Invocation, 'questionIo'>,
  noCheck: boolean,
): NonNullable<Question['ask']> => {
  let isFirst = true;
  return async (offered) => {
    const io = questionIo();
    const [before] = textsOf(offered);
    if (isFirst) {
      const choices = words.map((word) => ({ value: word, word, meaning: meaningsOfConditions[word] }));
      const lines = choiceLines(choices, screenWidth(io.stderr, io) - 2);
      io.stderr.write(lines.map((line) => `  ${line}\n`).join(''));
    }
    isFirst = false;
    const conditionIn = (typed: string): string => matchingWords(typed)[0] ?? typed;
    const typed = await askText(io, {
      message: 'What condition?',
      ending: '',
      byDefault: before === undefined ? undefined : wordOf(before),
      isTypedAnew: true,
      check: async (text) => problemOf(text, noCheck),
      shownAs: conditionIn,
    });
    return conditionIn(typed);
  };
};

const problemOf = (typed: string, noCheck: boolean): string | undefined => {
  if (typed === '') return "It can't be left out.";
  const found = matchingWords(typed);
  if (found.length > 1) return `It may be ${found.join(' or ')}.`;
  const isWord = noCheck && !/[\d\n]/.test(typed);
  return found.length === 1 || isWord
    ? undefined
    : `${JSON.stringify(typed)} is not a condition${didYouMean(wordOf(typed), words)}.`;
};
