import type { Invocation } from '../line/invocation.ts';
import { card } from '../terminal/card.ts';
import { drawingOn } from '../terminal/drawing.ts';
import { messageOn } from '../terminal/message.ts';
import { shownLines } from '../terminal/prompts/ask-text.ts';
import { colorLevel } from '../terminal/screen.ts';
import { table } from '../terminal/table.ts';
import { mapped } from '../words/advice.ts';
import { asWords, capitalized } from '../words/counted.ts';
import { titleOf } from '../words/resale-line.ts';
import { type Answers, type Question, type Subject, textsOf } from './subject.ts';

/** Prints what the next question is about. It is needed to answer the question, so --quiet does not hide it. */
export const tell = ({ io, redact }: Invocation, text: string): void => {
  io.stderr.write(`${messageOn(io.stderr, redact(text))}\n`);
};

const mostShown = 10;

/** Shows the answers on stderr: about one item in a line per answer, about several in a line per item, of many the first ones. */
export const showItems = (
  { io, settings, redact }: Invocation,
  { flags, questions }: Subject,
  rounds: readonly Answers[],
): void => {
  const shown = rounds.slice(0, mostShown).map((answers, index) => {
    const lines = Object.keys(flags).flatMap((name) => {
      const texts = textsOf(answers[name]);
      const question = questions.find((one) => one.name === name);
      return texts.map((text, at) => {
        const title = titleOf(name).toUpperCase() + (texts.length > 1 ? ` ${at + 1}` : '');
        // Masked before it is broken into lines.
        return [title, redact(shownLines(question ? answerWords(text, question) : text))];
      });
    });
    return Object.fromEntries(rounds.length > 1 ? [['ITEM', index + 1], ...lines] : lines);
  });
  const titles = [...new Set(shown.flatMap(Object.keys))];
  if (titles.length === 0) return;
  // Nothing of what will be sent is cut: where a table has no room for it, there are cards.
  const columns = titles.map((title) => ({ field: title, title, whole: true as const }));
  const drawing = drawingOn(io.stderr, io, colorLevel(io.stderr, io.env, settings.noColor));
  const text =
    rounds.length > 1 ? table(columns, drawing).batch(shown) : card(shown[0] ?? {}, columns, drawing);
  io.stderr.write(`\n${text}\n`);
  if (rounds.length > mostShown) io.stderr.write(`and ${rounds.length - mostShown} more.\n`);
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
