import type { Invocation } from '../line/invocation.ts';
import { card } from '../terminal/card.ts';
import { themeOf } from '../terminal/drawing.ts';
import { messageOn } from '../terminal/message.ts';
import { shownLines } from '../terminal/prompts/ask-text.ts';
import { colorLevel, screenWidth } from '../terminal/screen.ts';
import { mapped } from '../words/advice.ts';
import { asWords, capitalized } from '../words/counted.ts';
import { titleOf } from '../words/resale-line.ts';
import { type Answers, type Question, type Subject, textsOf } from './subject.ts';

/** Prints what the next question is about. It is needed to answer the question, so --quiet does not hide it. */
export const tell = ({ io, redact }: Invocation, text: string): void => {
  io.stderr.write(`${messageOn(io.stderr, redact(text))}\n`);
};

const mostShown = 10;

/** Shows the answers about each item on stderr, one line per answer; of many items, about the first ones. */
export const showItems = (invocation: Invocation, subject: Subject, rounds: readonly Answers[]): void => {
  for (const [index, answers] of rounds.slice(0, mostShown).entries()) {
    if (rounds.length > 1)
      invocation.io.stderr.write(`${index === 0 ? '\n' : ''}Item ${index + 1} of ${rounds.length}:`);
    showAnswers(invocation, subject, answers);
  }
  if (rounds.length > mostShown) tell(invocation, `and ${rounds.length - mostShown} more.`);
};

const showAnswers = (
  { io, settings, redact }: Invocation,
  { flags, questions }: Subject,
  answers: Answers,
): void => {
  const lines = Object.keys(flags).flatMap((name) => {
    const texts = textsOf(answers[name]);
    const question = questions.find((one) => one.name === name);
    return texts.map((text, index) => ({
      title: titleOf(name).toUpperCase() + (texts.length > 1 ? ` ${index + 1}` : ''),
      // Masked before a card breaks it into lines.
      text: redact(shownLines(question ? answerWords(text, question) : text)),
    }));
  });
  if (lines.length === 0) return;
  const record = Object.fromEntries(lines.map(({ title, text }) => [title, text]));
  const columns = lines.map(({ title }) => ({ field: title, title }));
  const theme = themeOf(colorLevel(io.stderr, io.env, settings.noColor));
  io.stderr.write(`\n${card(record, columns, { width: screenWidth(io.stderr, io), theme })}\n`);
};

/** `129.00 EUR`, `Minor defect` */
const answerWords = (text: string, { name, shows }: Question): string => {
  if (name === 'condition') return capitalized(asWords(text));
  return shows?.(text) ?? text;
};

/** Shows a command line to copy below the report of the error that ends the command. Not with --quiet. */
export const goOnWith = (
  { line: typed, settings, redact }: Invocation,
  title: string,
  line: string,
): void => {
  if (!settings.quiet) typed.goesOn = mapped({ say: title, line }, redact);
};

/** Shows a command line to copy, alone on its line, however narrow the terminal is. Not with --quiet. */
export const offerLine = ({ io, settings, redact }: Invocation, title: string, line: string): void => {
  if (!settings.quiet) io.stderr.write(redact(`\n${title}\n  ${line}\n`));
};
