import type { Io } from '../../terminal/io.ts';
import { write } from '../../terminal/io.ts';

/** A value that can be typed, and what it is. */
export interface Candidate {
  value: string;
  meaning: string;
}

type Source = (io: Io, typed: readonly string[]) => Promise<readonly Candidate[]>;

const sources: Readonly<Record<string, Source>> = {
  profile: async (io) => (await import('./profile-names.ts')).profileNames(io),
  run: async (io) => (await import('./run-names.ts')).runNames(io),
  listing: async (io, typed) => (await import('./listing-ids.ts')).listingIds(io, typed),
};

/**
 * Answers what a completion script asks: `profile`, `run` or `listing`, and what was typed so far behind `resale`.
 * Prints a value a line, what it is behind a tab. Whatever fails, nobody is told, for a word on stderr would stand in
 * the middle of what somebody types.
 */
export const completeLive = async ([kind = '', ...typed]: readonly string[], io: Io): Promise<number> => {
  const candidates = await sources[kind]?.(io, typed).catch(() => []);
  const lines = (candidates ?? []).map(({ value, meaning }) => `${value}\t${meaning}\n`);
  await write(io.stdout, lines.join(''));
  return 0;
};
