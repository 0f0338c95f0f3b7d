import { capitalized } from '../words/counted.ts';
import { type MakeLine, resaleLine } from '../words/resale-line.ts';
import { Failure, type Meaning } from './failure.ts';

/** What to say about an error. */
export type Explanation = Omit<Meaning, 'message' | 'retryable' | 'hint'> & {
  /** What happened, as a sentence. */
  message: string;
  /** What to do, as a sentence. */
  hint?: string | undefined;
  retryable: boolean | 'unknown';
};

/** Explains any error. `here` makes the lines that are for the same service. */
export const explain = (error: unknown, here: MakeLine = resaleLine): Explanation => {
  const { message, hint, retryable = false, ...meaning } = meaningOf(error);
  const plain = message ?? (error instanceof Error ? error.message : String(error));
  return {
    ...meaning,
    retryable,
    message: asSentence(plain),
    hint: typeof hint === 'function' ? hint(here) : hint,
  };
};

const meaningOf = (error: unknown): Meaning => {
  if (error instanceof Failure) return error.meaning;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC')
    return {
      code: 'disk-full',
      exit: 'failed',
      message: 'The disk is full',
      hint: 'Make room. Before you repeat a change, look whether it was made.',
    };
  return {
    code: 'unexpected',
    exit: 'failed',
    hint: 'This is a fault of resale itself; --debug shows where. Before you repeat a change, look whether it was made.',
  };
};

/** `no profile is chosen` → `No profile is chosen.` A field or a URL at the beginning stays as it is. */
const asSentence = (text: string): string => {
  const trimmed = text.trim();
  const begun = trimmed.replace(/^[a-z]+(?=[\s,;']|$)/, capitalized);
  return `${begun}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};
