import type { ClientEvent } from '../client/exchange.ts';
import { linesOf } from './trace-lines.ts';
import { waitWords } from './wait-words.ts';

/** Tells what a client does: to a trace everything, to a person only waits that one would wonder about. */
export const observer = (
  warn: (text: string) => void,
  trace: ((text: string) => void) | undefined,
): ((event: ClientEvent) => void) => {
  return (event) => {
    const words = waitWords(event);
    if (words !== undefined) warn(words);
    trace?.(linesOf(event).join('\n'));
  };
};
