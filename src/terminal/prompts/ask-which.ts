import { select } from '@inquirer/prompts';
import { escapeControls } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { messageOn } from '../message.ts';
import { screenWidth, showsBlocks } from '../screen.ts';
import { type Ellipsis, shorten, widthOf } from '../width.ts';
import { askPlainly } from './plain-prompt.ts';
import { answered, ask, dropTypedAhead, type QuestionContext, questionLines } from './prompt.ts';

export interface Choice<T> {
  value: T;
  word: string;
  meaning?: string | undefined;
}

interface SelectQuestion<T> {
  message: string;
  choices: readonly Choice<T>[];
  byDefault?: T | undefined;
  /** Ignores keys that were typed before the question was shown: what it leads to can't be undone. */
  isLast?: true;
}

/**
 * Asks for one of several choices, each shown with its meaning. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. Call it
 * only if someone can answer.
 */
export const askWhich = async <T>(io: Io, question: SelectQuestion<T>): Promise<T> => {
  if (question.isLast) await dropTypedAhead(io);
  return io.env.TERM === 'dumb' ? askWhichPlainly(io, question) : askWhichInList(io, question);
};

/** How many rows stay free around a list. */
const rowsAround = 4;

const askWhichInList = async <T>(io: Io, question: SelectQuestion<T>): Promise<T> => {
  const { message, choices, byDefault } = question;
  const choose = (context: QuestionContext) => {
    // One line each, whatever the width: a wrapped one would push others off the list.
    const room = screenWidth(io.stderr, io) - marker.length;
    const lines = choiceLines(choices, room, showsBlocks(io.env) ? '…' : '...');
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
  return (choices[answered(answer)] as Choice<T>).value;
};

/** Without a cursor to move, a choice is typed: its number, its word, or an unambiguous beginning of the word. */
const askWhichPlainly = async <T>(io: Io, { message, choices, byDefault }: SelectQuestion<T>): Promise<T> => {
  const digits = `${choices.length}`.length;
  const lines = choiceLines(choices, Infinity, '...').map(
    (line, index) => `  ${`${index + 1}`.padStart(digits)}) ${line}\n`,
  );
  io.stderr.write(`${messageOn(io.stderr, message)}\n${lines.join('')}`);
  const known = choices.find(({ value }) => value === byDefault);
  for (;;) {
    const prompt = escapeControls(known ? `Number or word (${known.word})` : 'Number or word');
    const typed = answered(await askPlainly(io, prompt))
      .trim()
      .toLowerCase();
    if (typed === '' && known) return known.value;
    const exact = choices.find(({ word }, index) => typed === word.toLowerCase() || typed === `${index + 1}`);
    const begun = choices.filter(({ word }) => typed !== '' && word.toLowerCase().startsWith(typed));
    const chosen = exact ?? (begun.length === 1 ? begun[0] : undefined);
    if (chosen) return chosen.value;
    io.stderr.write(`Type a number from 1 to ${choices.length}, or one of the words.\n`);
  }
};

/** What the library puts before the choice that is marked. */
const marker = '❯ ';

const gap = '  ';

const leastMeaning = 8;

/** Choices, one a line, no wider than `width`: the words below one another, with their meanings if there is room. */
export const choiceLines = (
  choices: readonly Choice<unknown>[],
  width: number,
  ellipsis: Ellipsis,
): string[] => {
  const widest = Math.max(...choices.map(({ word }) => widthOf(escapeControls(word))));
  const room = width - widest - gap.length;
  return choices.map(({ word, meaning }) => {
    const plain = escapeControls(word);
    const line =
      meaning && room >= leastMeaning
        ? `${plain}${' '.repeat(widest - widthOf(plain))}${gap}${escapeControls(meaning)}`
        : plain;
    return shorten(line, Math.max(1, width), ellipsis);
  });
};
