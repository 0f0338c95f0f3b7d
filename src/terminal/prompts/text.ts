import { input } from '@inquirer/prompts';
import { escapeControls } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { showsBlocks } from '../screen.ts';
import { answered, ask, questionLines } from './ask.ts';
import { dropTypedAhead } from './drop-typed-ahead.ts';
import { CodeScanned, lineBreak, type Scanned } from './keyboard.ts';
import { askPlainly } from './lines.ts';

export interface TextQuestion {
  message: string;
  /** What ends the question; a colon if left out. */
  ending?: string;
  /** Ignores keys that were typed before it was shown: what it leads to can't be undone. */
  isLast?: boolean;
  byDefault?: string | undefined;
  mayHaveLines?: boolean;
  /** No text is an answer, but only one of a few words. */
  isChoice?: true;
  /** A scanned code is the answer, or leaves it empty. Without it, a code waits until the answer is typed. */
  onScan?: 'answer' | 'skip' | undefined;
  /** What is wrong with an answer, as a sentence; undefined if it is valid. */
  check?: ((answer: string) => Promise<string | undefined>) | undefined;
  /** What an answer means, shown after it while it is typed. */
  readsAs?: ((answer: string) => string | undefined) | undefined;
  /** How the answer is shown once it is given, if not as it was typed. */
  shownAs?: (answer: string) => string;
}

/**
 * Asks for a text, without the blanks around it, until it passes the check. Throws InputEnded at Ctrl-D and Interrupted at
 * Ctrl-C. To be called only if someone can answer.
 */
export const askText = async (io: Io, question: TextQuestion): Promise<string> => {
  if (question.isLast) await dropTypedAhead(io);
  if (io.env.TERM === 'dumb') return askTextPlainly(io, question);
  const { waiting } = io.scanner ?? { waiting: [] };
  for (;;) {
    if (question.onScan === 'skip' && waiting.length > 0) return '';
    const code = question.onScan === 'answer' ? waiting.shift() : undefined;
    const problem = code === undefined ? undefined : await problemWith(io, code, question);
    try {
      if (problem === undefined) return await askInLine(io, question, code);
      io.stderr.write(`> ${problem}\n`);
    } catch (error) {
      if (!(error instanceof CodeScanned)) throw error;
    }
  }
};

/** What a code looks like where a text may be an answer, too: a word with a digit. */
const code = /^(?=.*\d)[\w-]+$/;

/** Asks once; a `scanned` code is typed as the answer. */
const askInLine = async (io: Io, question: TextQuestion, scanned: string | undefined): Promise<string> => {
  const { message, ending = ':', byDefault = '', readsAs, shownAs } = question;
  // The library draws a default as it is. One that could act on the terminal is a part of the question instead.
  const isHarmless = escapeControls(byDefault) === byDefault;
  const answerOf = (typed: string): string =>
    typed.replaceAll(lineBreak, '\n').trim() || (isHarmless ? '' : byDefault);
  let soFar = '';
  const meaningOf = (burst: string): Scanned => {
    if (question.onScan === 'answer') return scanned === undefined ? 'ends' : 'waits';
    if (!question.isChoice && !code.test(burst)) return 'is text';
    return question.onScan === 'skip' && soFar === '' ? 'ends' : 'waits';
  };
  const answer = await ask(
    io,
    (context) =>
      input(
        {
          message: asked(io, isHarmless ? `${message}${ending}` : withDefault(question)),
          ...(isHarmless && byDefault ? { default: byDefault } : {}),
          // A text is corrected; one word of a few is typed anew.
          theme: { validationFailureMode: question.isChoice ? 'clear' : 'keep' },
          validate: async (typed) => (await problemWith(io, answerOf(typed), question)) ?? true,
          transformer: (typed, { isFinal }) => {
            soFar = typed;
            if (isFinal && shownAs) return shownAs(answerOf(typed));
            return withReading(
              shownLines(typed.replaceAll(lineBreak, '\n'), io.env),
              readsAs?.(typed.trim()),
            );
          },
        },
        context,
      ),
    { typed: () => soFar, answer: scanned, scanned: meaningOf },
  );
  return answerOf(answered(answer));
};

/** A text of several lines in one: each line break is one character. */
export const shownLines = (text: string, env: Io['env']): string =>
  text.replaceAll('\n', showsBlocks(env) ? '⏎' : '|');

/** The words that end a question stay together with the last one of it. */
const asked = (io: Io, question: string): string => {
  const [, before = question, behind = ''] = /^(.*) (\([^ ]*\))$/s.exec(question) ?? [];
  return behind === '' ? questionLines(io, question) : `${questionLines(io, before, behind)} ${behind}`;
};

const askTextPlainly = async (io: Io, question: TextQuestion): Promise<string> => {
  const { message, ending = ':', byDefault = '', readsAs } = question;
  const prompt = byDefault ? withDefault(question) : `${message}${ending}`;
  for (;;) {
    const typed = answered(await askPlainly(io, prompt)).trim() || byDefault;
    const problem = await problemWith(io, typed, question);
    if (problem) io.stderr.write(`${problem}\n`);
    else {
      const reading = readsAs?.(typed);
      if (reading) io.stderr.write(`${withReading(typed, reading)}\n`);
      return typed;
    }
  }
};

const withDefault = ({ message, ending = ':', byDefault = '' }: TextQuestion): string =>
  `${message}${ending} (${escapeControls(byDefault)})`;

const problemWith = async (
  io: Io,
  answer: string,
  { mayHaveLines, check }: TextQuestion,
): Promise<string | undefined> => {
  const { length } = answer.split('\n');
  const isPaste = length > 1 && !mayHaveLines;
  const problem = isPaste
    ? `It must be a single line; what was pasted has ${length}.`
    : await check?.(answer);
  return problem && questionLines(io, problem);
};

const withReading = (typed: string, reading: string | undefined): string =>
  reading ? `${typed} reads as ${reading}` : typed;
