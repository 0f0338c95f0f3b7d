import { card } from '../../terminal/card.ts';
import { colorLevel, themeOf } from '../../terminal/theme.ts';
import type { Invocation } from '../invocation.ts';
import { type Answers, textsOf } from '../questions/answers.ts';
import { flagName } from '../values.ts';
import { creationFlagNames } from './creation-answers.ts';
import { priceReadsAs } from './price-reads-as.ts';

/** Shows on stderr what was answered: a line for each thing said. */
export const showAnswers = ({ io, settings, redact }: Invocation, answers: Answers): void => {
  const lines = creationFlagNames.flatMap((name) => {
    const texts = textsOf(answers[name]);
    return texts.map((text, index) => ({
      title: flagName(name).slice('--'.length).replaceAll('-', ' ').toUpperCase() + numberOf(index, texts),
      text: name === 'originalPrice' ? `${text} (reads as ${priceReadsAs(text)})` : text,
    }));
  });
  if (lines.length === 0) return;
  const record = Object.fromEntries(lines.map(({ title, text }) => [title, text]));
  const columns = lines.map(({ title }) => ({ field: title, title }));
  const theme = themeOf(colorLevel(io.stderr, io.env, settings.noColor));
  io.stderr.write(redact(`\n${card(record, columns, { width: io.stderr.columns || 80, theme })}\n`));
};

const numberOf = (index: number, texts: readonly string[]): string =>
  texts.length > 1 ? ` ${index + 1}` : '';
