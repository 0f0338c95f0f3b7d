import { select } from '@inquirer/prompts';
import { escapeControls } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { screenWidth } from '../screen.ts';
import { shorten, widthOf } from '../width.ts';
import { ask, dropTypedAhead, type QuestionContext, questionLines, requireAnswer } from './prompt.ts';

export interface Choice<T> {
  value: T;
  word: string;
  meaning?: string | undefined;
}

interface SelectQuestion<T> {
  message: string;
  choices: readonly Choice<T>[];
  byDefault?: T | undefined;
  /** Ignores keys that were typed before the question appeared, since its answer can't be undone. */
  isLast?: true;
}

/** How many rows stay free around a list. */
const rowsAround = 4;

/**
 * Asks for one of several choices, each shown with its meaning. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. Call it
 * only if someone can answer.
 */
export const askWhich = async <T>(io: Io, question: SelectQuestion<T>): Promise<T> => {
  if (question.isLast) await dropTypedAhead(io);
  const { message, choices, byDefault } = question;
  const choose = (context: QuestionContext) => {
    // One line each, at any width: a wrapped one would push others off the list.
    const room = screenWidth(io.stderr, io) - marker.length;
    const lines = choiceLines(choices, room);
    return select(
      {
        message: questionLines(io, message),
        choices: lines.map((name, index) => ({
          value: index,
          name,
          short: escapeControls(choices[index]?.word ?? ''),
        })),
        default: choices.findIndex(({ value }) => value === byDefault),
        pageSize: Math.min(choices.length, Math.max(rowsAround, (io.stderr.rows ?? Infinity) - rowsAround)),
        loop: false,
      },
      context,
    );
  };
  const answer = await ask(io, choose);
  return (choices[requireAnswer(answer)] as Choice<T>).value;
};

/** The library's marker of the selected choice. */
const marker = '❯ ';

const gap = '  ';

const leastMeaning = 8;

/** Choices, one a line, no wider than `width`: the words below one another, with their meanings if there is room. */
export const choiceLines = (choices: readonly Choice<unknown>[], width: number): string[] => {
  const widest = Math.max(...choices.map(({ word }) => widthOf(escapeControls(word))));
  const room = width - widest - gap.length;
  return choices.map(({ word, meaning }) => {
    const plain = escapeControls(word);
    const line =
      meaning && room >= leastMeaning
        ? `${plain}${' '.repeat(widest - widthOf(plain))}${gap}${escapeControls(meaning)}`
        : plain;
    return shorten(line, Math.max(1, width));
  });
};
