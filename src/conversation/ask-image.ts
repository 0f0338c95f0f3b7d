import type { Io } from '../terminal/io.ts';
import { askText } from '../terminal/prompts/text.ts';

/** How one picture is asked for. */
export interface ImageQuestion {
  /** How many there are already. */
  count: number;
  /** Whether none at all will do. */
  optional: boolean;
  /** What is wrong with a picture as it would be typed for its flag, as a sentence. */
  check: (image: string) => Promise<string | undefined>;
}

/** Asks for a picture's address and notes: `URL notes…`, as its flag takes them. Undefined where no more is wanted. */
export const askImage = async (
  io: Io,
  { count, optional, check }: ImageQuestion,
): Promise<string | undefined> => {
  const mayEnd = optional || count > 0;
  const address = await askText(io, {
    message: `Address of ${count > 0 ? 'another' : 'a'} picture${mayEnd ? ' (Enter for no more)' : ''}`,
    check: async (typed) => (typed === '' && mayEnd ? undefined : check(typed)),
  });
  if (address === '') return undefined;
  // Notes may have been pasted with the address.
  if (address.includes(' ')) return address;
  const notes = await askText(io, { message: 'Notes on it for the shop (Enter for none)' });
  return notes ? `${address} ${notes}` : address;
};
