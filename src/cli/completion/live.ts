import type { Io } from '../../terminal/io.ts';
import { write } from '../../terminal/io.ts';
import type { Tree } from '../command.ts';

/** A value that can be typed, and what it is. */
export interface Candidate {
  value: string;
  meaning: string;
}

type Source = (io: Io, typed: readonly string[], tree: Tree) => Promise<readonly Candidate[]>;

const sources: Readonly<Record<string, Source>> = {
  profile: async (io) => (await import('./profile-names.ts')).profileNames(io),
  run: async (io) => (await import('./run-names.ts')).runNames(io),
  listing: async (io, typed, tree) => (await import('./listing-ids.ts')).listingIds(io, typed, tree),
};

/**
 * Answers what a completion script asks: `profile`, `run` or `listing`, and what was typed so far behind `resale`.
 * Prints a value a line, what it is behind a tab. Whatever fails, nobody is told, for a word on stderr would stand in
 * the middle of what somebody types.
 */
export const completeLive = async (
  [kind = '', ...typed]: readonly string[],
  io: Io,
  tree: Tree,
): Promise<number> => {
  const candidates = await sources[kind]?.(io, typed, tree).catch(() => []);
  const lines = (candidates ?? []).map(({ value, meaning }) => `${value}\t${meaning}\n`);
  await write(io.stdout, lines.join(''));
  return 0;
};
