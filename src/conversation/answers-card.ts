import type { Invocation } from '../cli/invocation.ts';
import { flagName } from '../flags/values.ts';
import { card } from '../terminal/card.ts';
import { themeOf } from '../terminal/drawing.ts';
import { colorLevel, screenWidth } from '../terminal/screen.ts';
import { type Answers, textsOf } from './answers.ts';

/** What an answer is called, by our name for its flag: `productId` → `product id`. */
export const titleOf = (name: string): string => flagName(name).slice('--'.length).replaceAll('-', ' ');

/** Shows on stderr what was answered: a line for each thing said, as `inWords` puts it. */
export const showAnswers = (
  { io, settings, redact }: Invocation,
  names: readonly string[],
  answers: Answers,
  inWords: (name: string, text: string) => string = (_, text) => text,
): void => {
  const lines = names.flatMap((name) => {
    const texts = textsOf(answers[name]);
    return texts.map((text, index) => ({
      title: titleOf(name).toUpperCase() + numberOf(index, texts),
      text: inWords(name, text),
    }));
  });
  if (lines.length === 0) return;
  const record = Object.fromEntries(lines.map(({ title, text }) => [title, text]));
  const columns = lines.map(({ title }) => ({ field: title, title }));
  const theme = themeOf(colorLevel(io.stderr, io.env, settings.noColor));
  io.stderr.write(redact(`\n${card(record, columns, { width: screenWidth(io.stderr, io.env), theme })}\n`));
};

const numberOf = (index: number, texts: readonly string[]): string =>
  texts.length > 1 ? ` ${index + 1}` : '';
