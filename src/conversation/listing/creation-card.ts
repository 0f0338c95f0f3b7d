import type { Invocation } from '../../cli/invocation.ts';
import type { Answers } from '../answers.ts';
import { showAnswers } from '../answers-card.ts';
import { creationFlagNames } from './creation-answers.ts';
import { priceReadsAs } from './price-reads-as.ts';

/** Shows on stderr what was answered about a listing. */
export const showListing = (invocation: Invocation, answers: Answers): void =>
  showAnswers(invocation, creationFlagNames, answers, (name, text) =>
    name === 'originalPrice' ? `${text} (reads as ${priceReadsAs(text)})` : text,
  );
