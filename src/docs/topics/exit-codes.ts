import { exitCodeMeanings, exitCodes } from '../../failure/exit-codes.ts';
import type { Part } from '../topic.ts';

/** Code and meaning, the lowest first. */
export const exitCodeRows: readonly (readonly [code: string, meaning: string])[] = Object.entries(
  exitCodes,
).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]);

export const exitCodesTopic: readonly Part[] = [
  'The exit code says what became of a command. Take a code that is not listed here for a failure.',
  { rows: exitCodeRows },
  'Only 7 says that the same command may simply be tried again later. After 8, look first: what was sent may have been applied.',
  'The error is on stderr: two sentences for people; with -o json or ndjson, or if neither stdout nor stderr is a terminal and no other format was asked for, one line of JSON, whose `error` has code, message, status, field, hint, retryable and requestId, as far as they are known. `retryable` is true, false or the text "unknown": what is "unknown" may have been applied, and must not be sent again before somebody has looked.',
  'A run of many rows ends with 130 if it was interrupted, else with 8 if a row is unknown, else with the code of what stopped it, else with 6 if a row was not done.',
  { heading: 'In a script' },
  {
    lines: ['resale listings get ID --quiet > listing.json || echo "failed with $?"'],
  },
];
